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
  /** With ranges and chunks of many rows. */
  const large = () => ({ ...fixture, deps: { ...fixture.deps, rangeBytes: 4_000, chunkRows: 1_000 } });
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
    ['Nicht abonniert', ['ja', 'nein', ''], ['unsubscribed', 'active', 'active']],
    ['Consent revoked', ['yes', 'no', ''], ['unsubscribed', 'active', 'active']],
    ['Do not allow Bulk Emails', ['Allow', 'Do Not Allow', ''], ['active', 'unsubscribed', 'active']],
    ['Email opt-out', ['opt-in', 'opt-out', ''], ['active', 'unsubscribed', 'active']],
    ['Email and SMS opt-out', ['yes', 'no', ''], ['unsubscribed', 'active', 'active']],
    ['Newsletter', ['subscribed', 'unsubscribed', ''], ['active', 'unsubscribed', 'unsubscribed']],
    ['Kündigung', ['31.01.2024', '', ''], ['unsubscribed', 'active', 'active']],
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
    ['Consent refused', ['confirmed', 'confirmed', ''], '"confirmed"'],
    ['Opt-out', ['enabled', 'disabled', ''], '"enabled", "disabled"'],
    ['Not unsubscribed', ['yes', 'no', ''], 'can be read as consent and as its opposite'],
    ['Newsletter', ['0', '1', '2'], '"0", "1", "2"'],
    ['Status', ['U', 'S', ''], '"U", "S"'],
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

  it.each(['boolean', 'text'] as const)(
    'are undecided where the list has a field of their name: %s',
    async (fieldType) => {
      const field = { name: 'Accepts Email Marketing', fieldType };
      const { analysis } = await statusesOf(await file('54-accepts.csv'), [...FIELDS, field]);
      expect(analysis).toMatchObject({
        isUndecided: true,
        notices: [{ code: 'consent_column', columns: [4], rows: [2] }],
      });
    },
  );

  it.each([
    ['Order status', ['paid', 'open', 'cancelled']],
    ['Status', ['Gold', 'Silver', 'Gold']],
    ['Accepts SMS Marketing', ['no', 'no', 'yes']],
    ['Newsletter since', ['2020-01-01', '2021-01-01', '']],
    ['Do not allow Phone Calls', ['Allow', 'Do Not Allow', 'Allow']],
    ['Contact No', ['12345', '4711', '']],
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

  it.each([
    ['Unsubscribed', '', 'yes'],
    ['Unsubscribed at', '', '2024-05-01'],
    ['Newsletter', 'yes', 'no'],
    ['Notes', 'likes cats', 'please do not email'],
    ['Category', 'Subscribed', 'Unsubscribed'],
  ])('are named though the first who left, by %s, is row 500', async (name, stays, leaves) => {
    const cells = Array.from({ length: 600 }, (_, at) => (at === 499 || at === 550 ? leaves : stays));
    const lines = cells.map((cell, at) => `p${at}@x.example,${cell},${at < 300 ? 'x' : ''}\n`);
    const source = Buffer.from(`Email,${name},Score\n${lines.join('')}`);
    const { notices } = await importExplicitly(large(), source, ['email', '', ''], { fields: FIELDS });
    expect(notices).toMatchObject([
      { code: 'consent_column', columns: [2], rows: [500, 551], count: 2 },
      { code: 'not_imported', columns: [3], count: 300 },
    ]);
  });

  it('are named for the rows that make people active alone', async () => {
    const lines = Array.from(
      { length: 300 },
      (_, at) => `p${at}@x.example,${at < 290 ? 'active' : 'bounced'},${at < 295 ? 'no' : 'yes'}\n`,
    );
    const file = (status: string) => Buffer.from(`Email,${status},Unsubscribed\n${lines.join('')}`);
    const { notices } = await importExplicitly(large(), file('Status'), ['email', 'status', ''], { fields: FIELDS });
    expect(notices).toMatchObject([{ code: 'not_imported', columns: [3], count: 300 }]);
    const others = await importExplicitly(large(), file('State'), ['email', '', ''], { fields: FIELDS });
    expect(others.notices).toMatchObject([
      { code: 'consent_column', columns: [2, 3], rows: [291, 292, 293, 294, 295], count: 10 },
    ]);
  });

  it('are named where the status is active and another column has the time of leaving', async () => {
    const source = Buffer.from('email,Status,Left\nann@x.example,active,2024-01-31\nbob@x.example,,2024-01-31\n');
    const { people, notices } = await importExplicitly(fixture, source, ['email', 'status', 'remove_time']);
    expect(people).toMatchObject({
      'ann@x.example': { status: 'active' },
      'bob@x.example': { status: 'unsubscribed' },
    });
    expect(notices).toMatchObject([{ code: 'active_with_removal', columns: [2, 3], rows: [1], count: 1 }]);
  });
});

const PEOPLE = ['ann@x.example', 'bob@x.example', 'cid@x.example'];
