import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, emailsOf, succeed, untilEnded } from '../support/imports.ts';
import { maintain } from '../support/maintenance.ts';

const FIELDS = [
  { name: 'City', field_type: 'text' },
  { name: 'Born', field_type: 'date' },
];
const CSV = `Email,City,Born
ann@x.example,Ulm,1990-12-31
bob.x.example,Bonn,1991-01-02
cid@x.example,Köln,unknown
dan@x.example,"Bad, Ems",unknown
eve.x.example,"""Old"" town",unknown
fay@x.example,Trier
`;
const MAPPING = { column_mapping: ['email', 'City', 'Born'] };

describe('the worklist of failed rows', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.stop());

  const failedImport = async (settings: object = {}) => {
    const list = await createList(engine, `List ${crypto.randomUUID()}`, FIELDS);
    const id = await createImport(engine, list, CSV, { ...MAPPING, ...settings });
    await untilEnded(engine, id);
    const path = `/subscriber_imports/${id}/corrections`;
    const send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', below: string, correction?: object) =>
      engine.call(method, `${path}${below}`, correction && { correction });
    const summary = async () => succeed(await send('GET', '')).data;
    const rows = async (query = '') => succeed(await send('GET', `/rows${query}`)).data as any[];
    return { list, id, send, summary, rows };
  };

  it('groups the rows, takes corrections, and imports the corrected rows alone, once', async () => {
    const { list, id, send, summary, rows } = await failedImport();
    expect(await summary()).toMatchObject({
      ...{ number_of_rows: 5, left: 5, corrected: 0, dropped: 0, ready: 0, left_out: 0, import_id: null },
      columns: ['Email', 'City', 'Born'],
      groups: [
        {
          ...{ column: 'Born', reason: 'Born is not a date in an accepted format', rows: 3, left: 3 },
          values: [{ value: 'unknown', rows: 3, left: 3 }],
        },
        { column: 'Email', reason: 'email is not a valid address', rows: 2, left: 2 },
        { column: null, reason: 'The number of columns is 2 instead of 3.', rows: 1, left: 1, values: [] },
      ],
    });
    expect((await rows('?column=Email')).map((row) => [row.id, row.sheet_row, row.cells.City])).toEqual([
      ['2', 3, 'Bonn'],
      ['5', 6, '"Old" town'],
    ]);
    expect(succeed(await send('PUT', '/values', { column: 'Born', from: 'unknown', to: '' })).data).toEqual({
      rows: 3,
    });
    const bob = await send('PUT', '/rows/2', { cells: { Email: 'bob@x.example' }, version: 0 });
    expect(succeed(bob).data).toMatchObject({ id: '2', corrected_cells: { Email: 'bob@x.example' }, version: 1 });
    succeed(await send('PUT', '/rows/6', { dropped: true, version: 0 }));
    expect(await summary()).toMatchObject({ left: 1, corrected: 3, dropped: 1, ready: 3 });
    expect((await rows('?left=true')).map((row) => row.id)).toEqual(['5']);

    const { data: child } = succeed(await send('POST', '/import'));
    expect(child).toMatchObject({ parent_id: id, column_mapping: MAPPING.column_mapping });
    expect((await untilEnded(engine, child.id as number)).stats).toMatchObject({
      number_of_records: 3,
      subscribers: { added: 3, failed: 0 },
    });
    expect((await emailsOf(engine, list)).sort()).toEqual(
      ['ann', 'bob', 'cid', 'dan'].map((name) => `${name}@x.example`),
    );
    expect(succeed(await send('POST', '/import')).data['id']).toBe(child.id);
    expect((await engine.call('GET', `/subscriber_imports/${id}`)).data).toMatchObject({
      ...{ parent_id: null, corrected_import_id: child.id },
    });

    const version = (await rows('?left=true'))[0].version as number;
    succeed(await send('PUT', '/rows/5', { cells: { Email: 'eve@x.example', Born: '' }, version }));
    const { data: second } = succeed(await send('POST', '/import'));
    expect(second['id']).not.toBe(child.id);
    expect((await untilEnded(engine, second['id'] as number)).stats.subscribers).toMatchObject({ added: 1 });
    expect(await summary()).toMatchObject({ left: 0, corrected: 4, imported: 4, ready: 0, import_id: second['id'] });
  });

  it('is deleted with the logs of its import', async () => {
    const { id, send, summary } = await failedImport();
    await summary();
    const rowsOf = async () => {
      const counts = ['worklists', 'worklist_groups', 'worklist_rows', 'worklist_faults'].map(
        (table) => `(select count(*)::int from import_${table} where subscriber_import_id = $1) as ${table}`,
      );
      return (await engine.pool.query(`select ${counts.join(', ')}`, [id])).rows;
    };
    const counts = { worklists: 1, worklist_groups: 3, worklist_rows: 5, worklist_faults: 6 };
    expect(await rowsOf()).toEqual([counts]);
    await engine.pool.query(`update subscriber_imports set finished_at = now() - interval '1 year' where id = $1`, [
      id,
    ]);
    await maintain(engine.temporal, 'purge');
    expect(await rowsOf()).toEqual([{ worklists: 0, worklist_groups: 0, worklist_rows: 0, worklist_faults: 0 }]);
    expect(await send('GET', '')).toMatchObject({ error_message: 'worklist not found' });
  });
});
