import type { ImportState } from '../../../engine/db/imports/subscriber-imports.ts';
import { COUNTERS } from '../../../engine/domain/subscriber-imports.ts';
import type { TestApi } from './build.ts';

/** The attributes of the smallest import that is accepted. */
export const SMALLEST = { column_mapping: ['email'], file_source: { type: 'json', content: 'Email\na@example.com\n' } };

/** Creates an import through the API and answers its detail view. */
export function createImport(api: TestApi, listId: number, attributes: object = {}, key?: string) {
  const body = { subscriber_import: { ...SMALLEST, ...attributes } };
  return api.call<ImportRecord>('POST', `/mailing_lists/${listId}/subscriber_imports`, body, key);
}

/** Adds a list through the API and answers its id. */
export async function addList(api: TestApi, attributes: object = {}, key?: string): Promise<number> {
  const body = { mailing_list: { name: `List ${++lists}`, ...attributes } };
  return Number((await api.call('POST', '/mailing_lists', body, key)).data.id);
}

/** Adds a list with a short text field First Name and required checkboxes Interests, and answers its id. */
export async function addListWithFields(api: TestApi): Promise<number> {
  const listId = await addList(api);
  for (const custom_field of [
    { name: 'First Name', field_type: 'text', maximum_length: 5 },
    { name: 'Interests', field_type: 'select_multiple_checkboxes', options: ['Cats', 'Dogs'], required: true },
  ]) {
    await api.call('POST', `/mailing_lists/${listId}/custom_fields`, { custom_field });
  }
  return listId;
}

/** Puts an import where a worker would have brought it. */
export async function setImport(
  api: TestApi,
  id: number,
  columns: Partial<{
    state: ImportState;
    finished_at: string;
    columns_hash: string;
    begins_at: string;
    error_message: string;
    number_of_records: number;
    totals: string;
    workflow_started_at: string | null;
  }>,
): Promise<void> {
  const names = Object.keys(columns).map((name, at) => `${name} = $${at + 2}`);
  await api.database.pool.query(`update subscriber_imports set ${names.join(', ')} where id = $1`, [
    id,
    ...Object.values(columns),
  ]);
}

/** Ends an import with two failed rows in its log. */
export async function addFailedRows(api: TestApi, id: number): Promise<void> {
  await setImport(api, id, { state: 'finished', finished_at: new Date().toISOString() });
  const line = 'cid.example.com,"email is not a valid address"\n';
  await api.database.pool.query(
    `insert into import_logs (subscriber_import_id, kind, part, entries, content, row_numbers, text_lengths)
     values ($1, 'failed', 0, 2, $2, '{1,2}', '{15,15}')`,
    [id, line + line],
  );
}

/** Adds an ended import that has written nothing, so that it can be undone, and a dry run of its undo with a log. */
export async function addUndo(api: TestApi, listId: number, key: string): Promise<{ undoable: number; undo: number }> {
  const { id: undoable } = (await createImport(api, listId, {}, key)).data;
  const totals = JSON.stringify(Object.fromEntries(COUNTERS.map((name) => [name, 0])));
  await setImport(api, undoable, { state: 'finished', finished_at: new Date().toISOString(), totals });
  await api.database.pool.query('update subscriber_imports set unchanged = 0 where id = $1', [undoable]);
  const path = `/subscriber_imports/${undoable}/undo`;
  const { id: undo } = (await api.call<{ id: number }>('POST', path, { import_undo: { dry_run: true } }, key)).data;
  await api.database.pool.query(`insert into import_undo_logs values ($1, 'removed', 1, 1, 0, 'ann@example.com', 15)`, [
    undo,
  ]);
  return { undoable, undo };
}

/** The part of an import's record that the tests read. */
export interface ImportRecord {
  id: number;
  state: string;
  begins_at: string;
  finished_at: string | null;
  column_mapping: string[];
  default_custom_fields: Record<string, unknown>;
  file_source: Record<string, unknown>;
  subscriber_defaults: Record<string, unknown>;
  error_message: string | null;
  stats: { number_of_records: number | null; records_imported: number; subscribers: Record<string, number> };
  [key: string]: unknown;
}

let lists = 0;
