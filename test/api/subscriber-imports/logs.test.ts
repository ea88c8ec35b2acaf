import { beforeAll, describe, expect, it } from 'vitest';
import { COUNTERS } from '../../../engine/domain/subscriber-imports.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport } from '../support/import-rows.ts';

describe('import logs', () => {
  let api: TestApi;
  let listId: number;
  let id: number;
  beforeAll(async () => {
    api = await build();
    listId = await addList(api);
    ({
      data: { id },
    } = await createImport(api, listId));
    await write('added', 2, 2, 'c@example.com\nd@example.com\n');
    await write('added', 0, 1, 'a@example.com\n');
    await write('added', 1, 1, 'b@example.com\n');
    await write('failed', 0, 1, 'bad,row,"the reason"\n');
    await write('failed', -1, 0, 'Email,Name,Error\n');
  });

  const write = (kind: string, part: number, entries: number, content: string) =>
    api.database.pool.query('insert into import_logs values ($1, $2, $3, $4, $5)', [id, kind, part, entries, content]);
  const read = (kind: string, importId = id, key = api.admin, query = '') =>
    api.inject({
      method: 'GET',
      url: `/ga/api/v2/subscriber_imports/${importId}/logs/${kind}${query}`,
      headers: { authorization: `Basic ${key}` },
    });
  const NOT_FOUND = {
    success: false,
    data: null,
    error_code: 'not_found',
    error_message: 'import log not found',
  };

  it('answers the addresses of every part in order, as plain text without an envelope', async () => {
    const response = await read('added');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(response.body).toBe('a@example.com\nb@example.com\nc@example.com\nd@example.com\n');
  });

  it('answers the cells that were left blank as CSV, and says how many rows are not in it', async () => {
    const line = '"1","ann@example.com","2","Points","many","Points must be a whole number"\n';
    await write('partial', 0, 1, line);
    await write('partial', -1, 0, 'Row,Email,Column,Field,Value,Error\n');
    await api.database.pool.query(
      `insert into import_logs (subscriber_import_id, kind, part, entries, content, left_out) values ($1, 'partial', 1, 0, '', 2)`,
      [id],
    );
    const response = await read('partial');
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    const note =
      '2 more rows are counted, but not in this log: it, or the logs of the organization together, may have no more bytes.';
    expect(response.body).toBe(`Row,Email,Column,Field,Value,Error\n${line},,,,,"${note}"\n`);
  });

  it('answers the failed rows as CSV, the header line first', async () => {
    const response = await read('failed');
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.body).toBe('Email,Name,Error\nbad,row,"the reason"\n');
  });

  it('writes them for a spreadsheet where the call asks for it, with the marks of the file', async () => {
    const file_format = { csv_field_separator: ';', csv_field_enclosure: "'" };
    const { data } = await createImport(api, listId, { column_mapping: ['email', ''], file_format });
    const log = `-a;'=b';@c,=d;"=e"\n`;
    const added = '+a@x.io\nb@x.io\n';
    for (const [kind, content] of Object.entries({ failed: log, added }))
      await api.database.pool.query(`insert into import_logs values ($1, $2, 0, 1, $3)`, [data.id, kind, content]);
    const text = async (kind: string, query: string) =>
      (await read(kind, data.id, api.admin, query)).rawPayload.toString();
    expect(await text('failed', '?bom=true')).toBe(`\uFEFF${log}`);
    expect(await text('failed', '?formulas=escape')).toBe(`'''-a';'''=b';'''@c,=d';"=e"\n`);
    expect(await text('added', '?bom=1&formulas=escape')).toBe(`\uFEFF'${added}`);
  });

  it('keeps the header line of a failed log without rows to itself', async () => {
    const { data } = await createImport(api, listId);
    await api.database.pool.query(`insert into import_logs values ($1, 'failed', -1, 0, 'Email,Error')`, [data.id]);
    expect((await read('failed', data.id)).json()).toEqual(NOT_FOUND);
  });

  it('says in its last line how many rows it leaves out, as a record of its format', async () => {
    const { data } = await createImport(api, listId, { column_mapping: ['email', '', ''] });
    const leave = (kind: string, part: number, entries: number, content: string, leftOut: number) =>
      api.database.pool.query(
        `insert into import_logs (subscriber_import_id, kind, part, entries, content, row_numbers, text_lengths, left_out)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [data.id, kind, part, entries, content, entries === 0 ? null : [7], entries === 0 ? null : [3], leftOut],
      );
    await leave('failed', -1, 0, 'Email,Name,City,Error\n', 0);
    await leave('failed', 0, 1, 'x,,,"the reason"\n', 11);
    await leave('failed', 1, 0, '', 1_223);
    await leave('added', 0, 0, '', 1);
    const rest = 'counted, but not in this log: it, or the logs of the organization together, may have no more bytes.';
    expect((await read('failed', data.id)).body).toBe(
      `Email,Name,City,Error\nx,,,"the reason"\n,,,"1234 more rows are ${rest}"\n`,
    );
    expect((await read('added', data.id)).body).toBe(`1 more row is ${rest}\n`);
    const { body } = await api.inject({
      ...{ method: 'GET', url: `/ga/api/v2/subscriber_imports/${data.id}/failed_rows` },
      headers: { authorization: `Basic ${api.admin}` },
    });
    expect(
      body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { row: 0, sheet_row: 1, fields: ['Email', 'Name', 'City'], message: '' },
      { row: 7, sheet_row: 8, fields: ['x', '', ''], message: 'the reason' },
      { row: null, sheet_row: null, fields: [], message: `1234 more rows are ${rest}` },
    ]);
  });

  it('is gone when its retention is over, whether it was purged or not', async () => {
    const { data } = await createImport(api, listId);
    const { pool } = api.database;
    await pool.query(`insert into import_logs values ($1, 'added', 0, 1, 'old@example.com')`, [data.id]);
    const end = (ago: string) =>
      pool.query(`update subscriber_imports set finished_at = now() - $2::interval where id = $1`, [data.id, ago]);
    await end('6 days 23 hours 59 minutes');
    expect((await read('added', data.id)).body).toBe('old@example.com');
    await end('7 days');
    expect((await read('added', data.id)).json()).toEqual(NOT_FOUND);
  });

  it.each([...COUNTERS.filter((kind) => kind !== 'added' && kind !== 'failed'), 'removed', 'toString'])(
    'answers not_found in an envelope for %s, which has no entries',
    async (kind) => {
      const response = await read(kind);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(response.json()).toEqual(NOT_FOUND);
    },
  );

  it('answers not_found for another organization and an unknown import', async () => {
    const { key } = await api.addOrganization();
    expect((await read('added', id, key)).json()).toMatchObject({ error_code: 'not_found' });
    expect((await read('added', 99_999)).json()).toMatchObject({ error_code: 'not_found' });
  });

  it('answers the pieces of a part in order, before the next part', async () => {
    const { data } = await createImport(api, listId);
    const insert = `insert into import_logs values ($1, 'failed', $2, 1, $3, $4)`;
    for (const [part, piece] of [
      [1, 0],
      [0, 2],
      [0, 10],
      [0, 1],
      [0, 0],
    ]) {
      await api.database.pool.query(insert, [data.id, part, `${part}/${piece}\n`, piece]);
    }
    expect((await read('failed', data.id)).body).toBe('0/0\n0/1\n0/2\n0/10\n1/0\n');
  });

  it('asks for a part when the reader is ready for it, and not before', async () => {
    const { data } = await createImport(api, listId);
    await api.database.pool.query(
      `insert into import_logs select $1, 'added', part, 1, repeat('x', 1000000) from generate_series(1, 50) part`,
      [data.id],
    );
    const address = await api.app.listen({ port: 0, host: '127.0.0.1' });
    const response = await fetch(`${address}/ga/api/v2/subscriber_imports/${data.id}/logs/added`, {
      headers: { authorization: `Basic ${api.admin}` },
    });
    const reader = response.body?.getReader();
    await reader?.read();
    // What is not read yet is not loaded yet: removing it now shortens the log.
    await api.database.pool.query('delete from import_logs where subscriber_import_id = $1 and part > 40', [data.id]);
    let bytes = 0;
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
      bytes += (piece.value as Uint8Array).length;
    }
    expect(bytes).toBeLessThan(41_000_000);
  });
});
