import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../support/import-fixture.ts';
import type { FieldSettings, ImportFixture } from '../support/import-fixture.ts';
import { importAutomatically, importExplicitly } from './support/file-cases.ts';

const FIELDS: readonly FieldSettings[] = ['First Name', 'Last Name'].map((name) => ({ name, fieldType: 'text' }));

describe('columns that speak of consent', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  const statusesOf = async (source: Buffer, fields = FIELDS) => {
    const { people, analysis, outcome } = await importAutomatically(fixture, source, { fields });
    const statuses = Object.entries(people).map(([email, { status }]) => [email.split('@')[0], status]);
    return { statuses: Object.fromEntries(statuses), analysis, outcome };
  };
  const file = (name: string) => readFile(new URL(`./imports/${name}`, import.meta.url));

  it.each([
    ['50-status-words.csv', { ann: 'active', bob: 'active', cid: 'unsubscribed', dan: 'bounced' }],
    ['51-unsubscribed-at.csv', { ann: 'unsubscribed', bob: 'unsubscribed' }],
    ['52-unsubscribed-bool.csv', { ann: 'unsubscribed', bob: 'active' }],
    ['54-accepts.csv', { ann: 'active', bob: 'unsubscribed' }],
    ['75-mailchimp-unsub.csv', { ann: 'unsubscribed' }],
  ])('of %s decide who is active', async (name, expected) => {
    const { statuses, analysis } = await statusesOf(await file(name));
    expect(statuses).toEqual(expected);
    expect(analysis.notices.filter(({ code }) => code === 'consent_column')).toEqual([]);
    expect(analysis.isUndecided).toBe(false);
  });

  it.each([
    ['Abgemeldet', ['ja', 'nein', ''], ['unsubscribed', 'active', 'active']],
    ['Newsletter', ['Ja', 'Nein', ''], ['active', 'unsubscribed', 'unsubscribed']],
    ['Opted Out of Email', ['1', '0', '0'], ['unsubscribed', 'active', 'active']],
    ['Do Not Email', ['x', '', ''], ['unsubscribed', 'active', 'active']],
    ['E-Mail-Status', ['Aktiv', 'Abgemeldet', 'Unzustellbar'], ['active', 'unsubscribed', 'bounced']],
    ['Statut', ['Inscrit', 'Désabonné', 'En attente'], ['active', 'unsubscribed', 'deactivated']],
    ['Estado', ['Suscrito', 'Dado de baja', 'Pendiente'], ['active', 'unsubscribed', 'deactivated']],
    [
      'Email Marketing Consent',
      ['SUBSCRIBED', 'UNSUBSCRIBED', 'NEVER_SUBSCRIBED'],
      ['active', 'unsubscribed', 'deactivated'],
    ],
    ['Hard bounced', ['true', 'false', ''], ['bounced', 'active', 'active']],
    ['Marked as spam', ['yes', 'no', 'no'], ['scomp', 'active', 'active']],
    ['status', ['enabled', 'disabled', 'blocklisted'], ['active', 'deactivated', 'unsubscribed']],
    ['Unsubscribe Date', ['2024-05-01', '', '-'], ['unsubscribed', 'active', 'active']],
    ['Date de désinscription', ['31/05/2024', '', '0000-00-00'], ['unsubscribed', 'active', 'active']],
    ['Category', ['Subscribed', 'Unsubscribed', 'Subscribed'], ['active', 'unsubscribed', 'active']],
  ])('named %s with %j mean %j', async (name, cells, expected) => {
    const source = Buffer.from(['Email', ...PEOPLE].map((email, at) => `${email},${[name, ...cells][at]}\n`).join(''));
    const { statuses, analysis } = await statusesOf(source);
    expect(Object.values(statuses)).toEqual(expected);
    expect(analysis.isUndecided).toBe(false);
  });

  it.each([
    ['Status', ['Subscribed', 'Unsubscribed', 'Whatever'], '"Whatever"'],
    ['Unsubscribed', ['yes', 'no', 'perhaps'], '"perhaps"'],
    ['Newsletter', ['yes', 'no', 'perhaps'], '"perhaps"'],
    ['Opt-out reason', ['too many mails', '', ''], '"too many mails"'],
  ])('named %s with %j are undecided, and said', async (name, cells, word) => {
    const source = Buffer.from(['Email', ...PEOPLE].map((email, at) => `${email},${[name, ...cells][at]}\n`).join(''));
    const { analysis } = await statusesOf(source);
    expect(analysis.isUndecided).toBe(true);
    expect(analysis.notices).toMatchObject([{ code: 'consent_column', columns: [2] }]);
    expect(analysis.notices[0]?.message).toContain(word);
  });

  it('are decided by the one that says more, where the others say no more', async () => {
    const source = 'Email,Status,Unsubscribed\nann@x.example,active,no\nbob@x.example,active,yes\n';
    const { statuses, analysis } = await statusesOf(Buffer.from(source));
    expect(statuses).toEqual({ ann: 'active', bob: 'unsubscribed' });
    expect(analysis.isUndecided).toBe(false);
  });

  it('are undecided where two of them tell of different people who left', async () => {
    const source = 'Email,Status,Unsubscribed\nann@x.example,bounced,no\nbob@x.example,active,yes\n';
    const { analysis } = await statusesOf(Buffer.from(source));
    expect(analysis).toMatchObject({ isUndecided: true, notices: [{ columns: [3], count: 1 }] });
  });

  it.each([
    ['Order status', ['paid', 'open', 'cancelled']],
    ['Status', ['Gold', 'Silver', 'Gold']],
    ['Accepts SMS Marketing', ['no', 'no', 'yes']],
    ['Newsletter since', ['2020-01-01', '2021-01-01', '']],
    ['Bounces', ['', '', '']],
  ])('are not those named %s with %j', async (name, cells) => {
    const source = Buffer.from(['Email', ...PEOPLE].map((email, at) => `${email},${[name, ...cells][at]}\n`).join(''));
    const { statuses, analysis } = await statusesOf(source);
    expect(Object.values(statuses)).toEqual(['active', 'active', 'active']);
    expect(analysis.isUndecided).toBe(false);
  });

  it('are named in the record of an import whose mapping leaves them out', async () => {
    const { people, notices } = await importExplicitly(
      fixture,
      await file('54-accepts.csv'),
      ['First Name', 'Last Name', 'email', ''],
      { fields: FIELDS },
    );
    expect(people['bob@x.example']).toMatchObject({ status: 'active' });
    expect(notices).toMatchObject([{ code: 'consent_column', columns: [4], rows: [2], count: 1 }]);
  });
});

const PEOPLE = ['ann@x.example', 'bob@x.example', 'cid@x.example'];
