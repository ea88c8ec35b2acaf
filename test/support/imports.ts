import { setTimeout as delay } from 'node:timers/promises';
import { hasEnded } from '../../engine/domain/job-states.ts';
import type { Envelope, TestEngine } from './engine.ts';

const POLL_MS = 20;
const LIMIT_MS = 60_000;

/** Creates a list with the given custom fields. @returns its id */
export async function createList(
  engine: TestEngine,
  name: string,
  fields: readonly Record<string, unknown>[] = [],
  list: Record<string, unknown> = {},
): Promise<number> {
  const created = succeed(await engine.call('POST', '/mailing_lists', { mailing_list: { name, ...list } }));
  const listId = created.data.id as number;
  for (const field of fields) {
    succeed(await engine.call('POST', `/mailing_lists/${listId}/custom_fields`, { custom_field: field }));
  }
  return listId;
}

/** A CSV of so many rows, each with an address of its own. */
export function csvOfAddresses(rows: number): string {
  return `email\n${Array.from({ length: rows }, (_, row) => `reader${row}@example.com\n`).join('')}`;
}

/** Creates an import of inline CSV, or of another source. @returns its id */
export async function createImport(
  engine: TestEngine,
  listId: number,
  csv: string | Record<string, unknown>,
  settings: Record<string, unknown> = {},
): Promise<number> {
  const source = typeof csv === 'string' ? { type: 'json', content: csv } : csv;
  const body = { subscriber_import: { column_mapping: ['email'], file_source: source, ...settings } };
  return succeed(await engine.call('POST', `/mailing_lists/${listId}/subscriber_imports`, body)).data.id as number;
}

/** Waits until an import's detail satisfies a condition; fails with the last detail when it does not come about. */
export async function untilImport(
  engine: TestEngine,
  importId: number,
  condition: (detail: any) => boolean,
): Promise<any> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const { data } = await engine.call('GET', `/subscriber_imports/${importId}`);
    if (condition(data)) return data;
    if (Date.now() > deadline) throw new Error(`Import ${importId} stayed as ${JSON.stringify(data)}.`);
    await delay(POLL_MS);
  }
}

/** Waits until an import has ended and says when. @returns its detail */
export async function untilEnded(engine: TestEngine, importId: number) {
  await untilRowEnded(engine, 'subscriber_imports', importId);
  return untilImport(engine, importId, ({ state, finished_at: at }) => hasEnded(state as string) && at !== null);
}

/** Waits until the row of a job has an end, or for a while: a look at the row costs a tenth of a call of the API. */
export async function untilRowEnded(
  { pool }: TestEngine,
  table: 'subscriber_imports' | 'subscriber_exports' | 'suppressed_address_imports' | 'import_undos',
  id: number,
): Promise<void> {
  for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    const { rows } = await pool.query(`select 1 from ${table} where id = $1 and finished_at is null`, [id]);
    if (rows.length === 0) return;
  }
}

/** The envelope of a call that must succeed. */
export function succeed(envelope: Envelope): Envelope {
  if (!envelope.success) throw new Error(`${envelope.error_code}: ${envelope.error_message}`);
  return envelope;
}

/** The addresses of a list's subscribers, in the order of their ids. */
export async function emailsOf(engine: TestEngine, listId: number): Promise<string[]> {
  const { rows } = await engine.pool.query<{ email: string }>(
    'select email from subscribers where mailing_list_id = $1 order by id',
    [listId],
  );
  return rows.map(({ email }) => email);
}
