import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../../support/engine.ts';
import { startTestEngine } from '../../support/engine.ts';
import { createExport, exportList, untilExportEnded } from '../../support/exports.ts';
import { createImport, createList, succeed, untilEnded } from '../../support/imports.ts';
import { FIELDS, randomFormat, randomSubscribers } from './random-lists.ts';
import type { RandomSubscriber } from './random-lists.ts';

const RUNS = Number(process.env['SLUICE_PROPERTY_RUNS'] ?? 8);
/** Each run takes three jobs, which take many seconds on a busy machine. */
const LIMIT_MS = 600_000;
const LIST = { d_email_format: true, has_format: true, has_confirmed: true };

describe('a list that is exported', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ RANGE_BYTES: '8192' });
  });
  afterAll(() => engine.stop());

  it('has the columns asked for, in the order of the keys, and what an import would read', async () => {
    const list = await createList(engine, 'First', [{ name: 'City', field_type: 'text' }]);
    const csv = 'email,City\nbob@example.com,"Paris, Texas"\nAnn@example.com,Bergen\n';
    await untilEnded(engine, await createImport(engine, list, csv, { column_mapping: ['email', 'City'] }));

    const id = await createExport(engine, list, { columns: ['email', 'city', 'status'] });
    const record = await untilExportEnded(engine, id);
    expect(record).toMatchObject({
      state: 'finished',
      columns: ['email', 'City', 'status'],
      stats: { number_of_subscribers: 2, subscribers_exported: 2 },
    });
    const text = await engine.text(`/subscriber_exports/${id}/file`);
    expect(text).toBe('email,City,status\nAnn@example.com,Bergen,active\nbob@example.com,"Paris, Texas",active\n');
    expect(record.file.bytes).toBe(Buffer.byteLength(text));
  });

  it('holds the subscribers of a segment or of some statuses only, and of an empty list nobody', async () => {
    const list = await createList(engine, 'Chosen', [{ name: 'City', field_type: 'text' }]);
    const csv = 'email,City,status\na@x.io,Bergen,active\nb@x.io,Oslo,active\nc@x.io,Bergen,bounced\n';
    await untilEnded(engine, await createImport(engine, list, csv, { column_mapping: ['email', 'City', 'status'] }));
    const segment = async (segmentation_criteria: Record<string, unknown>) =>
      succeed(await engine.call('POST', `/mailing_lists/${list}/segments`, { segmentation_criteria })).data
        .id as number;
    const { data: fields } = await engine.call('GET', `/mailing_lists/${list}/custom_fields`);
    const city = { type: 'custom_field', operator: 'is', custom_field_id: fields[0].id, value: 'bergen' };
    const ofBergen = await segment({ name: 'Bergen', clause: [city] });
    const others = await segment({
      name: 'Others',
      clause: [{ type: 'in_segment', operator: 'is not in', segment_id: ofBergen }],
    });

    const columns = ['email'];
    expect(await exportList(engine, list, { columns, segment_id: ofBergen })).toBe('email\na@x.io\n');
    expect(await exportList(engine, list, { columns, segment_id: others })).toBe('email\nb@x.io\n');
    expect(await exportList(engine, list, { columns, statuses: ['bounced', 'scomp'] })).toBe('email\nc@x.io\n');
    expect(await exportList(engine, list, { columns, statuses: ['scomp'] })).toBe('email\n');
    const file_format = { csv_has_headers: false };
    expect(await exportList(engine, list, { columns, statuses: ['scomp'], file_format })).toBe('');
  });

  it('gives an equal file once it is imported into an empty list', { timeout: LIMIT_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(randomSubscribers({ blanks: true }), randomFormat, async (subscribers, file_format) => {
        const list = await listOf(subscribers);
        const id = await createExport(engine, list, { file_format });
        const { columns, stats } = await untilExportEnded(engine, id);
        expect(stats.subscribers_exported).toBe(subscribers.length);
        const file = await engine.text(`/subscriber_exports/${id}/file`);

        const other = await listOf([]);
        const settings = { column_mapping: columns, file_format };
        const imported = await untilEnded(engine, await createImport(engine, other, file, settings));
        expect(imported).toMatchObject({ state: 'finished', stats: { subscribers: { added: subscribers.length } } });
        expect(await exportList(engine, other, { file_format })).toBe(file);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it(
    'is updated row by row when its file is imported again, and no row is rewritten',
    { timeout: LIMIT_MS },
    async () => {
      await fc.assert(
        fc.asyncProperty(randomSubscribers({ blanks: false }), randomFormat, async (subscribers, file_format) => {
          const list = await listOf(subscribers);
          const id = await createExport(engine, list, { file_format });
          const { columns } = await untilExportEnded(engine, id);
          const before = await versionsOf(list);

          const everything = {
            column_mapping: columns,
            file_format,
            overwrite: true,
            overwrite_what: { custom_fields: true, confirmed: true, format: true, status: true },
            overwrite_when_status: { active: true, unsubscribed: true, bounced: true, deactivated: true, scomp: true },
          };
          const file = await engine.text(`/subscriber_exports/${id}/file`);
          const imported = await untilEnded(engine, await createImport(engine, list, file, everything));
          expect(imported).toMatchObject({
            state: 'finished',
            stats: { subscribers: { updated: subscribers.length } },
          });
          expect(await versionsOf(list)).toEqual(before);
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
  );

  let lists = 0;

  /** A list with a field of every type and these subscribers. */
  async function listOf(subscribers: readonly RandomSubscriber[]): Promise<number> {
    const list = await createList(engine, `Random ${lists++}`, FIELDS, LIST);
    const { data: fields } = await engine.call('GET', `/mailing_lists/${list}/custom_fields`);
    const rows = subscribers.map(({ values, ...subscriber }) => ({
      ...subscriber,
      key: subscriber.email.toLowerCase(),
      custom_fields: Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => {
          const field = fields.find((each: any) => each.name === name);
          return value === null ? [] : [[field.id, storedValue(field, value)]];
        }),
      ),
    }));
    await engine.pool.query(
      `insert into subscribers (mailing_list_id, key, email, status, email_format, confirmed, confirm_time,
                                subscribe_time, subscribe_ip, remove_time, remove_ip, custom_fields)
       select $1, key, email, status, email_format, confirmed, confirm_time, subscribe_time, subscribe_ip,
              remove_time, remove_ip, custom_fields
         from jsonb_to_recordset($2::jsonb) as r (key text, email text, status subscriber_status,
              email_format email_format, confirmed boolean, confirm_time timestamptz, subscribe_time timestamptz,
              subscribe_ip text, remove_time timestamptz, remove_ip text, custom_fields jsonb)`,
      [list, JSON.stringify(rows)],
    );
    return list;
  }

  /** The subscribers of the list, each with the transaction that wrote its row. */
  async function versionsOf(list: number): Promise<unknown[]> {
    const { rows } = await engine.pool.query(
      'select key, xmin::text as version from subscribers where mailing_list_id = $1 order by key',
      [list],
    );
    return rows;
  }
});

/** Options are stored by id. */
function storedValue(field: any, value: unknown): unknown {
  if (!String(field.field_type).startsWith('select_')) return value;
  return Array.isArray(value)
    ? value.map((place: number) => field.options[place].id as number)
    : field.options[value as number].id;
}
