import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import type { ImportOptions } from '../../engine/domain/subscriber-imports.ts';
import { importFile } from '../engine/activities/pipeline.ts';
import { createImportFixture } from '../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../support/import-fixture.ts';
import { DEFAULTS } from '../support/import-options.ts';

describe('people of a file that overwrites the status', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  const importCase = async (name: string, list: TestList, options: Partial<ImportOptions>) => {
    const source = readFileSync(new URL(`imports/${name}`, import.meta.url));
    const outcome = await importFile(fixture, list, source, {
      file_format: { ...DEFAULTS.file_format, csv_has_headers: true },
      overwrite: true,
      overwrite_what: { custom_fields: true, confirmed: true, format: true, status: true },
      overwrite_when_status: { active: true, unsubscribed: true, bounced: true, deactivated: true, scomp: true },
      ...options,
    });
    return { ...outcome, people: await fixture.readSubscribers(list.id) };
  };
  const cityList = () => fixture.createList({ fields: [{ name: 'City', fieldType: 'text' }] });
  const PEOPLE = SUBSCRIBER_STATUSES.map((status) => ({ email: `${status.slice(0, 2)}@x.example`, status }));

  it('keep theirs where the file has none: nobody becomes active', async () => {
    const list = await cityList();
    await fixture.addSubscribers(list.id, PEOPLE);
    const { people, reactivated } = await importCase('112-console-status.csv', list, {
      column_mapping: ['email', 'City'],
    });
    expect(Object.fromEntries(people.map(({ email, status }) => [email, status]))).toEqual(
      Object.fromEntries(PEOPLE.map(({ email, status }) => [email, status])),
    );
    expect(people.map(({ custom_fields: values }) => Object.values(values))).toEqual(PEOPLE.map(() => ['Ulm']));
    expect(reactivated).toBe(0);
  });

  it('become active by a default that was sent, and are counted', async () => {
    const list = await cityList();
    await fixture.addSubscribers(list.id, PEOPLE);
    const { people, reactivated } = await importCase('112-console-status.csv', list, {
      ...{ column_mapping: ['email', 'City'], default_status_sent: true },
    });
    expect(people.map(({ status }) => status)).toEqual(PEOPLE.map(() => 'active'));
    expect(reactivated).toBe(4);
  });

  it.each([[[]], [['ann@x.example', 'bob@x.example']]])(
    'are unsubscribed where a row has a removal date and no status; %j were active before',
    async (known) => {
      const list = await fixture.createList();
      await fixture.addSubscribers(
        list.id,
        known.map((email) => ({ email })),
      );
      const { people } = await importCase('105-remove-time.csv', list, {
        column_mapping: ['email', 'status', 'remove_time'],
      });
      const removed = { status: 'unsubscribed', remove_time: '2025-01-02T00:00:00.000Z' };
      expect(people).toMatchObject([
        { email: 'ann@x.example', ...removed },
        { email: 'bob@x.example', ...removed },
      ]);
    },
  );
});
