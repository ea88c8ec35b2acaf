import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SUBSCRIBER_STATUSES } from '../../../../engine/domain/subscribers.ts';
import type { ImportOptions } from '../../../../engine/domain/subscriber-imports.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import { DEFAULTS } from '../../../support/import-options.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import type { ModelSubscriber } from '../../../support/import-model.ts';
import { importFile } from '../pipeline.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

const NOTHING = { custom_fields: false, confirmed: false, format: false, status: false };
const ALWAYS = { active: true, unsubscribed: true, bounced: true, deactivated: true, scomp: true };

/** Overwrites the status of everybody. */
const STATUS = { overwrite: true, overwrite_what: { ...NOTHING, status: true }, overwrite_when_status: ALWAYS };

const OLD = {
  key: 'ann@x.io',
  email: 'ann@x.io',
  status: 'unsubscribed',
  email_format: 'text',
  confirmed: false,
  confirm_time: null,
  subscribe_time: '2019-01-01T00:00:00.000Z',
  subscribe_ip: '10.0.0.1',
  remove_time: '2019-02-02T00:00:00.000Z',
  remove_ip: '10.0.0.2',
} as const;

describe('overwriting', () => {
  it.each(SUBSCRIBER_STATUSES)('reaches a subscriber that is %s only when the import says so', async (status) => {
    const list = await fixture.createList();
    await fixture.addSubscribers(list.id, [{ email: 'ann@x.io', status }]);
    const overwrite = { overwrite: true, overwrite_when_status: { ...ALWAYS, [status]: false } };
    expect((await importFile(fixture, list, 'ann@x.io', overwrite)).counters).toMatchObject({
      [`skipped_${status}`]: 1,
    });
    overwrite.overwrite_when_status[status] = true;
    expect((await importFile(fixture, list, 'ann@x.io', overwrite)).counters).toMatchObject({ updated: 1 });
  });

  it.each<[Partial<ImportOptions['overwrite_what']>, Partial<ModelSubscriber>]>([
    [{}, {}],
    [{ format: true }, { email_format: 'both' }],
    [{ confirmed: true }, { confirmed: true, confirm_time: '2021-03-03T00:00:00.000Z' }],
    [{ status: true }, { status: 'bounced', remove_time: '2021-02-02T00:00:00.000Z', remove_ip: '::2' }],
  ])('of %j changes that and the subscription, nothing else', async (what, change) => {
    const list = await richList();
    expect(await overwriteAnn(list, what)).toEqual({
      ...OLD,
      custom_fields: customFields(list, { City: 'Bonn', Age: 7 }),
      subscribe_time: '2021-01-01T00:00:00.000Z',
      subscribe_ip: '::1',
      ...change,
    });
  });

  it('of custom fields sets what has a value or a default, clears what is blank, and leaves unmapped ones alone', async () => {
    const list = await richList();
    const ann = await overwriteAnn(list, { custom_fields: true }, { default_custom_fields: { Tier: 'Gold' } });
    expect(ann?.custom_fields).toEqual(customFields(list, { Age: 7, Born: '2001-02-03', Tier: 'Gold' }));
  });

  it.each([
    ['its row', { column_mapping: ['email', 'status'] }, 'ann@x.io,active'],
    ['a default that was sent', { default_status_sent: true }, 'ann@x.io'],
    ['a default of an import stored without whether it was sent', { default_status_sent: undefined }, 'ann@x.io'],
  ])('by %s makes subscribers active again, counts that and forgets the removal', async (_, options, text) => {
    const list = await fixture.createList();
    await fixture.addSubscribers(list.id, [OLD]);
    const { reactivated } = await importFile(fixture, list, text, { ...STATUS, ...options });
    expect(reactivated).toBe(1);
    const [ann] = await fixture.readSubscribers(list.id);
    expect(ann).toMatchObject({ status: 'active', remove_time: null, remove_ip: null });
  });

  it.each([
    ['no column for it', ['email'], 'ann@x.io'],
    ['a blank cell', ['email', 'status'], 'ann@x.io, '],
    ['no date of a removal', ['email', 'remove_time', 'remove_ip'], 'ann@x.io,,'],
  ])('of the status leaves that of a row with %s and no default alone', async (_, column_mapping, text) => {
    const list = await fixture.createList();
    const known = SUBSCRIBER_STATUSES.map((status) => ({ ...OLD, key: `${status}@x.io`, status }));
    await fixture.addSubscribers(list.id, known);
    const before = await fixture.readSubscribers(list.id);
    const rows = [...SUBSCRIBER_STATUSES, 'new'].map((name) => text.replace('ann', name)).join('\n');
    const { counters, reactivated } = await importFile(fixture, list, rows, { ...STATUS, column_mapping });
    expect(counters).toMatchObject({ updated: 5, added: 1 });
    expect(reactivated).toBe(0);
    const [added, ...after] = (await fixture.readSubscribers(list.id)).sort(({ key }) => (key === 'new@x.io' ? -1 : 1));
    expect(added).toMatchObject({ status: 'active', remove_time: null });
    expect(after).toEqual(before);
  });

  it.each([
    [{}, 'unsubscribed'],
    [{ default_status_sent: true }, 'unsubscribed'],
    [{ default_status_sent: true, subscriber_defaults: { status: 'bounced' } }, 'bounced'],
  ] as const)(
    'of the status with %j makes a row with a removal and no status of its own %s',
    async (options, status) => {
      const list = await fixture.createList();
      await fixture.addSubscribers(list.id, [{ email: 'ann@x.io' }]);
      const rows = 'ann@x.io,,2025-01-02,\nbob@x.io,,2025-01-02,\ncid@x.io,,,::3\ndan@x.io,active,2025-01-02,\n';
      const column_mapping = ['email', 'status', 'remove_time', 'remove_ip'];
      await importFile(fixture, list, rows, { ...STATUS, column_mapping, ...options });
      const people = await fixture.readSubscribers(list.id);
      const removed = { status, remove_time: '2025-01-02T00:00:00.000Z', remove_ip: null };
      expect(people).toMatchObject([
        { email: 'ann@x.io', ...removed },
        { email: 'bob@x.io', ...removed },
        { email: 'cid@x.io', status, remove_time: expect.any(String), remove_ip: '::3' },
        { email: 'dan@x.io', status: 'active', remove_time: null },
      ]);
    },
  );

  it('counts rows that change nothing as updated without writing them', async () => {
    const list = await fixture.createList({ fields: [{ name: 'City', fieldType: 'text' }] });
    const options = { overwrite: true, column_mapping: ['email', 'subscribe_time', 'City'] };
    await importFile(fixture, list, 'ann@x.io,2021-01-01,Rome\nbob@x.io,2021-01-01,Oslo\n', options);
    const before = await rowVersions(list);
    const { counters } = await importFile(
      fixture,
      list,
      'ann@x.io,2021-01-01,Rome\nbob@x.io,2021-01-01,Bonn\n',
      options,
    );
    const after = await rowVersions(list);
    expect(counters).toMatchObject({ updated: 2 });
    expect(after[0]).toEqual(before[0]);
    expect(after[1]).not.toEqual(before[1]);
  });
});

describe('a list with an alternate primary key', () => {
  it('tells subscribers apart by the key, in any case, and lets them share an address', async () => {
    const list = await memberList();
    const { counters } = await importFile(fixture, list, 'home@x.io,M1\nhome@x.io,M2\nother@x.io,m1\n', MEMBERS);
    expect(counters).toMatchObject({ added: 2, skipped_duplicate: 1 });
    expect((await fixture.readSubscribers(list.id)).map(({ key, email }) => [key, email])).toEqual([
      ['m1', 'home@x.io'],
      ['m2', 'home@x.io'],
    ]);
  });

  it('overwrites the address of the subscriber with that key', async () => {
    const list = await memberList();
    await importFile(fixture, list, 'old@x.io,M1\n', MEMBERS);
    const { counters } = await importFile(fixture, list, 'new@x.io,m1\n', { ...MEMBERS, overwrite: true });
    expect(counters).toMatchObject({ updated: 1 });
    expect((await fixture.readSubscribers(list.id)).map(({ email }) => email)).toEqual(['new@x.io']);
  });
});

const MEMBERS = { column_mapping: ['email', 'Member'] };

function memberList(): Promise<TestList> {
  return fixture.createList({ keyField: 'Member', fields: [{ name: 'Member', fieldType: 'text', required: true }] });
}

async function richList(): Promise<TestList> {
  const list = await fixture.createList({
    hasFormat: true,
    hasConfirmed: true,
    fields: [
      { name: 'City', fieldType: 'text' },
      { name: 'Age', fieldType: 'number' },
      { name: 'Born', fieldType: 'date' },
      { name: 'Tier', fieldType: 'text' },
    ],
  });
  await fixture.addSubscribers(list.id, [{ ...OLD, custom_fields: customFields(list, { City: 'Bonn', Age: 7 }) }]);
  return list;
}

async function overwriteAnn(
  list: TestList,
  what: Partial<ImportOptions['overwrite_what']>,
  options: Partial<ImportOptions> = {},
): Promise<ModelSubscriber | undefined> {
  const columns = {
    email: 'ANN@x.io',
    status: 'bounced',
    email_format: 'both',
    confirmed: 'yes',
    confirm_time: '2021-03-03',
    subscribe_time: '2021-01-01',
    subscribe_ip: '::1',
    remove_time: '2021-02-02',
    remove_ip: '::2',
    City: '',
    Born: '2001-02-03',
  };
  await importFile(fixture, list, Object.values(columns).join(), {
    ...DEFAULTS,
    overwrite: true,
    overwrite_what: { ...NOTHING, ...what },
    overwrite_when_status: ALWAYS,
    column_mapping: Object.keys(columns),
    ...options,
  });
  return (await fixture.readSubscribers(list.id))[0];
}

function customFields(list: TestList, values: Record<string, string | number>): Record<string, string | number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [String(list.fields[name]), value]));
}

async function rowVersions(list: TestList): Promise<readonly unknown[]> {
  const sql = `select xmin::text, ctid::text from subscribers where mailing_list_id = $1 order by key`;
  return (await fixture.pool.query<Record<string, string>>(sql, [list.id])).rows;
}
