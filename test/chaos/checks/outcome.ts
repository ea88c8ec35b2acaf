import { COUNTERS } from '../../../engine/domain/subscriber-imports.ts';
import type { World } from '../world/world.ts';

/** Detail and logs of an import. */
export interface Report {
  readonly detail: {
    readonly state: string;
    readonly error_message: string | null;
    readonly stats: { number_of_records: number; records_imported: number; subscribers: Record<string, number> };
  };
  /** The sorted entries of each log. */
  readonly logs: Readonly<Record<string, readonly string[]>>;
}

/** All that an import leaves behind, without what no two imports have in common. */
export interface Outcome extends Report {
  /** One text per subscriber of the list, sorted. */
  readonly subscribers: readonly string[];
  readonly counts: unknown;
}

/** Waits for the end of an import and reads its outcome, the report through the API. */
export async function outcomeOf(world: World, listId: number, importId: number): Promise<Outcome> {
  const report = await reportOf(world, importId);
  return { ...report, subscribers: await subscribersOf(world, listId), counts: await countsOf(world, listId) };
}

/** Waits for the end of an import and reads its detail and its logs through the API. */
export async function reportOf({ api }: Pick<World, 'api'>, importId: number): Promise<Report> {
  const { state, error_message, stats } = await api.untilEnded(importId);
  const logs: Record<string, string[]> = {};
  for (const kind of COUNTERS) {
    const text = await api.log(importId, kind);
    logs[kind] = (kind === 'failed' ? failedRows(text) : linesOf(text)).sort();
  }
  return { detail: { state, error_message, stats }, logs };
}

/** The subscribers of a list, one text each, sorted; a time of the import itself is only there or not. */
export async function subscribersOf({ pool }: World, listId: number): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select jsonb_build_array(key, email, status, email_format, confirmed, remove_time is null, remove_ip,
              (select jsonb_object_agg(f.name, v.value)
                 from jsonb_each(custom_fields) v join custom_fields f on f.id = v.key::bigint))::text as line
       from subscribers where mailing_list_id = $1`,
    [listId],
  );
  return rows.map(({ line }) => line).sort();
}

async function countsOf({ pool }: World, listId: number): Promise<unknown> {
  const { rows } = await pool.query<{ counts: unknown }>(
    `select to_jsonb(c) - 'mailing_list_id' as counts from subscriber_counts c where mailing_list_id = $1`,
    [listId],
  );
  return rows[0]?.counts;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.trimEnd().split('\n');
}

/** The failed log without its header; a row may hold line breaks, but its last cell, the reason, ends it. */
function failedRows(text: string): string[] {
  if (text === '') return [];
  const body = text.slice(text.indexOf('\n') + 1);
  return body.split(/(?<=")\n(?=[^\n]*,)/).map((row) => row.trimEnd());
}
