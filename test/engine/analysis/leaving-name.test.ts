import { describe, expect, it } from 'vitest';
import { leavingNames, leavingStatus, sourceNames } from '../../../engine/analysis/leaving-name.ts';

describe('the name of a source', () => {
  it.each([
    ...['Unsubscribed', 'unsubscribed_members_export', 'unsubscribed_email_audience_export_8f3a2', 'Opt-outs 2024'],
    ...[
      'Abgemeldet',
      'Abmeldungen',
      'Newsletter-Abmeldungen',
      'Abgemeldete Abonnenten',
      'désinscrits',
      'Bajas',
      'Left',
    ],
    ...['suppression list', 'blacklist', 'do not contact', 'unsubscribed subscribers', 'Not subscribed'],
    ...['nonsubscribed_email_audience_export_1234', 'Former subscribers', 'ehemalige Abonnenten'],
  ])('says that its people left: %s', (name) => {
    expect(leavingStatus(name)).toBe('unsubscribed');
  });

  it.each(['bounces', 'Hard bounces', 'cleaned_members_export', 'cleaned_email_audience_export_1a'])(
    'says that mail to its people bounces: %s',
    (name) => {
      expect(leavingStatus(name)).toBe('bounced');
    },
  );

  it.each(['spam complaints', 'complaints-2024'])('says that its people complained: %s', (name) => {
    expect(leavingStatus(name)).toBe('scomp');
  });

  it.each([
    ...['subscribed_members_export', 'Subscribers', 'people', 'Sheet1', 'Tabelle1', 'newsletter', 'Newsletter 2024'],
    ...['subscribed and unsubscribed', 'subscribers_and_unsubscribed', 'Aktive und Abgemeldete', 'active_unsubscribed'],
    ...[
      'clean list',
      'cleaned list of customers of spring',
      'customers_cleaned',
      'left join result',
      'orders cancelled',
    ],
    ...[
      'opt-in',
      'Alta y baja',
      'without_duplicates',
      'contacts',
      'members',
      'SMS unsubscribed',
      'spam-checked people',
      '',
    ],
  ])('says nothing of that: %s', (name) => {
    expect(leavingStatus(name)).toBeNull();
  });

  it('is that of the file, and of a URL its last part', () => {
    const ofUrl = (url: string) => sourceNames({ type: 'url', url }).map(({ name }) => name);
    expect(ofUrl('https://x.example/unsubscribed/a%20b.csv?x=1')).toEqual(['a b.csv']);
    expect([ofUrl('https://x.example/'), ofUrl('https://x.example/%ff')]).toEqual([[], []]);
    expect(sourceNames({ type: 'upload_directory', filename: 'in/bounces.csv' })).toEqual([
      { kind: 'file', name: 'bounces.csv' },
    ]);
    expect(sourceNames({ type: 'json', filename: 'data' })).toEqual([]);
  });

  it('has a notice unless a column or the call says the status', () => {
    const names = [{ kind: 'file', name: 'unsubscribed_members.csv.gz' }] as const;
    const column_mapping = ['email', ''];
    expect(leavingNames(names, { column_mapping })).toEqual([
      {
        code: 'leaving_name',
        message:
          'The file "unsubscribed_members.csv.gz" has the name of one of people who are to get no mail, and no column says their ' +
          'status: they would become active. Set subscriber_defaults.status to "unsubscribed", or to "active" if they want mail. ' +
          'People who are on the list already get it with overwrite alone.',
        ...{ columns: [], rows: [], count: null },
      },
    ]);
    expect(leavingNames(names, { column_mapping, default_status_sent: true })).toEqual([]);
    expect(leavingNames(names, { column_mapping: ['email', 'Status'] })).toEqual([]);
    expect(leavingNames([{ kind: 'sheet', name: 'People' }], { column_mapping })).toEqual([]);
  });
});
