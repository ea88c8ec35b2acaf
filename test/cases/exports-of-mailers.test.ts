import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../support/import-fixture.ts';
import type { FieldSettings, ImportFixture } from '../support/import-fixture.ts';
import { importAutomatically } from './support/file-cases.ts';

const FIELDS: readonly FieldSettings[] = [
  { name: 'First Name', fieldType: 'text' },
  { name: 'Birthday', fieldType: 'date' },
];

describe('exports of services that send mail', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());
  const automatic = (...lines: string[]) =>
    importAutomatically(fixture, Buffer.from(`${lines.join('\r\n')}\r\n`), { fields: FIELDS });
  const statusesOf = async (...lines: string[]) => {
    const { analysis, people } = await automatic(...lines);
    return [analysis.isUndecided, ...Object.values(people).map(({ status }) => status)];
  };

  it('of people whose addresses bounced, with a time of that alone, which would unsubscribe them', async () => {
    const lines = [
      'Email Address,First Name,OPTIN_TIME,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID',
      'ann@x.example,Ann,2019-01-01 10:00:00,2020-02-03 04:05:06,May News,abc123',
      'bob@x.example,Bob,2019-01-01 10:00:00,2020-02-04 04:05:06,,',
    ];
    expect(await statusesOf(...lines)).toEqual([true, 'active', 'active']);
  });

  it('with permissions in words: explicit ones are consent, missing ones are none', async () => {
    const lines = [
      'Email address,First name,Email permission status',
      'ann@x.example,Ann,Explicit',
      'bob@x.example,Bob,Awaiting confirmation',
      'cid@x.example,Cid,No permission set',
      'dan@x.example,Dan,Unsubscribed',
      'eve@x.example,Eve,Express',
    ];
    expect(await statusesOf(...lines)).toEqual([
      ...[false, 'active', 'deactivated', 'deactivated', 'unsubscribed', 'active'],
    ]);
  });

  it.each([[['Express', 'Implied']], [['Implied', 'Implied']], [['Temp hold', 'Express']]])(
    'with permissions of %j wait for a decision',
    async (words) => {
      const { analysis } = await automatic(
        'Email address,Email permission status',
        ...words.map((word, at) => `p${at}@x.example,${word}`),
      );
      expect(analysis).toMatchObject({ isUndecided: true, notices: [{ code: 'consent_column', columns: [2] }] });
    },
  );

  it('with a flag that mail is disabled, and one of paid subscriptions', async () => {
    const lines = [
      'email,active_subscription,email_disabled',
      'ann@x.example,true,false',
      'bob@x.example,false,true',
      'cid@x.example,false,false',
    ];
    expect(await statusesOf(...lines)).toEqual([false, 'active', 'unsubscribed', 'active']);
  });

  it('with seconds as times of leaving wait for a decision', async () => {
    const lines = ['email,registered,deactivated', 'ann@x.example,1672567200,0', 'bob@x.example,1672567200,1680000000'];
    expect((await statusesOf(...lines))[0]).toBe(true);
  });

  it('with separators at the end of rows, and two columns of consent', async () => {
    const lines = ['Email;Status;Opted out', 'ann@x.example;active;yes;', 'bob@x.example;active;no;'];
    expect(await statusesOf(...lines)).toEqual([false, 'unsubscribed', 'active']);
  });

  it('of an address book that writes dates of zeros for none', async () => {
    const lines = ['First Name,Birthday,E-mail Address', 'Ann,0/0/00,ann@x.example', 'Bob,3/14/1980,bob@x.example'];
    const { people } = await automatic(...lines);
    expect(people).toMatchObject({ 'ann@x.example': { Birthday: null }, 'bob@x.example': { Birthday: '1980-03-14' } });
  });
});
