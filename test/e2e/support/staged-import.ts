import type { WorkflowHandle } from '@temporalio/client';
import { vi, expect } from 'vitest';
import { commandJob } from '../../support/commands.ts';
import { serve } from '../../engine/files/serve.ts';
import type { TestEngine } from '../../support/engine.ts';
import { createImport, createList, untilEnded, untilImport } from '../../support/imports.ts';
import { diagnosed } from '../../../workflows/messages.ts';
import { createGate } from './gate.ts';
import type { GateSpec } from './gate.ts';

/** Settings that cut the file of this module into about ten ranges and eight chunks. */
export const MANY_PIECES = { RANGE_BYTES: '1000', CHUNK_ROWS: '50', WORKER_CONCURRENCY: '8' };

type HistoryEvent = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>[number];

/** Expected counters of this module's file on a list that holds p0 and gone. */
export const EXPECTED_STATS = {
  number_of_records: 400,
  records_imported: 400,
  subscribers: expect.objectContaining({ added: 339, failed: 40, skipped_duplicate: 20, skipped_overwrite: 1 }),
};

/** A place in the life of an import where a test can hold it: a public state, and how its work is kept there. */
export interface Place {
  readonly name: string;
  readonly state: string;
  readonly gate?: GateSpec;
}

export const DOWNLOADING: Place = { name: 'downloading', state: 'downloading' };
export const MERGING: Place = {
  name: 'importing (merging)',
  state: 'importing',
  gate: { before: 'update', on: 'import_chunks', when: 'new.chunk_number >= 3' },
};

export const STAGING: Place = {
  name: 'splitting (staging)',
  state: 'splitting',
  gate: { before: 'update', on: 'import_ranges', when: 'new.range_number >= 3' },
};

/** Every place in which an import works. */
export const PLACES: readonly Place[] = [
  DOWNLOADING,
  { name: 'splitting (scanning)', state: 'splitting', gate: { before: 'insert', on: 'import_ranges' } },
  STAGING,
  MERGING,
  {
    name: 'importing (settling)',
    state: 'importing',
    gate: { before: 'update', on: 'subscribers', when: `new.status = 'deactivated'` },
  },
];

/** An import that is held at a place. */
export interface HeldImport {
  readonly id: number;
  readonly listId: number;
  readonly workflowId: string;
  /** Lets the work go on, also the one that begins later. */
  release(): Promise<void>;
  /** Resolves when work waits at the place. */
  reached(): Promise<void>;
  /** Number of requests for its URL. */
  requests(): number;
}

/** Starts an import of 400 rows (some bad, some twice) and holds it where the test wants it, with all activities that are under way. */
export async function holdImport(
  engine: TestEngine,
  place: Place,
  settings: Record<string, unknown> = {},
): Promise<HeldImport> {
  const listId = await createList(engine, `${place.name} ${listNumber++}`);
  await addSubscribers(engine, listId, ['p0@example.com', 'gone@example.com']);
  const gate = place.gate && (await createGate(engine, place.gate));
  const server = place.gate === undefined ? await holdDownloads() : null;
  const source = server === null ? csv() : { type: 'url', url: server.url };
  const options = { deactivate_subscribers_not_in_import: true, max_deactivated: '100%', ...settings };
  const id = await createImport(engine, listId, source, options);
  const held: HeldImport = {
    id,
    listId,
    workflowId: `${engine.config.workflowIdPrefix}subscriber-import/${id}`,
    release: async () => {
      server?.release();
      await gate?.open();
    },
    reached: async () => {
      await gate?.reached();
      await server?.reached();
    },
    requests: () => server?.requests() ?? 0,
  };
  await held.reached();
  await untilImport(engine, id, ({ state }) => state === place.state);
  if (gate !== undefined) await heldActivity(engine, held);
  return held;
}

/** The id of an activity that waits at the place or behind one that does, once all that are under way do. */
export function heldActivity(engine: TestEngine, held: HeldImport): Promise<string> {
  return vi.waitFor(async () => {
    const { raw } = await engine.temporal.workflow.getHandle(held.workflowId).describe();
    // A record of the state may wait for the row, which the held work has locked.
    const pending = (raw.pendingActivities ?? []).filter(
      ({ activityType }) => activityType?.name !== 'recordImportState',
    );
    // Further activities may be about to be scheduled.
    expect(raw.pendingWorkflowTask ?? null).toBeNull();
    const { rows } = await engine.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and application_name like '%' || $1`,
      [held.workflowId],
    );
    expect(rows).toHaveLength(pending.length);
    return pending[0]?.activityId ?? '';
  }, PATIENCE);
}

/** Everything a job may change, as one comparable value; one that has ended is clearing its staging tables away meanwhile. */
export async function contentOf(engine: TestEngine, held: HeldImport): Promise<Record<string, unknown>> {
  const tables = await stagingTables(engine, held.id);
  const staged = tables.length === 0 ? null : await countRows(engine, `staging.import_${held.id}`);
  return { ...(await keptContentOf(engine, held)), tables, staged };
}

/** Reads all that stays of a job, as one comparable value. The keys at which chunks begin are cleared away with the staging tables. */
export async function keptContentOf(engine: TestEngine, held: HeldImport): Promise<Record<string, unknown>> {
  const { rows } = await engine.pool.query<Record<string, unknown>>(
    `select (select jsonb_agg(to_jsonb(s) order by s.id) from subscribers s where mailing_list_id = $2) as subscribers,
            (select to_jsonb(c) from subscriber_counts c where mailing_list_id = $2) as counts,
            (select to_jsonb(i) - 'chunk_first_keys' from subscriber_imports i where id = $1) as import,
            (select jsonb_agg(to_jsonb(r) order by range_number) from import_ranges r where subscriber_import_id = $1) as ranges,
            (select jsonb_agg(to_jsonb(c) order by chunk_number) from import_chunks c where subscriber_import_id = $1) as chunks,
            (select jsonb_agg(to_jsonb(l) order by kind, part) from import_logs l where subscriber_import_id = $1) as logs`,
    [held.id, held.listId],
  );
  return { ...rows[0] };
}

/** Names of the staging tables of an import. */
export async function stagingTables(engine: TestEngine, id: number): Promise<string[]> {
  const { rows } = await engine.pool.query<{ relname: string }>(
    `select relname from pg_class where relnamespace = 'staging'::regnamespace and relkind in ('r', 'p')
        and (relname = $1 or relname like $1 || '\\_%') order by relname`,
    [`import_${id}`],
  );
  return rows.map(({ relname }) => relname);
}

/** Imports something else into another list, which takes longer than any work that was under way. */
export async function importSomethingElse(engine: TestEngine): Promise<void> {
  const id = await createImport(engine, await createList(engine, `Other ${listNumber++}`), csv());
  expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
}

/** Sends a command through the API. @returns the detail it answers */
export async function command(engine: TestEngine, { id }: { readonly id: number }, name: string) {
  return (await commandJob(engine, `/subscriber_imports/${id}/${name}`)).data;
}

/**
 * Event types of a job's commands and work, once no further event is about to be written. Workflow tasks are left out, since
 * the server drops one that ended with a refusal only when the worker still had the history; and so are the signals of the
 * diagnosis to a job that is held for long.
 */
export async function settledDeeds(
  engine: TestEngine,
  { id, workflowId }: Pick<HeldImport, 'id' | 'workflowId'>,
): Promise<unknown[]> {
  const { data } = await engine.call('GET', `/subscriber_imports/${id}`);
  const workflow = engine.temporal.workflow.getHandle(workflowId);
  await vi.waitFor(async () => {
    const { rows } = await engine.pool.query('select state from subscriber_imports where id = $1', [id]);
    expect(rows).toEqual([{ state: data.state }]);
    expect((await workflow.describe()).raw.pendingWorkflowTask ?? null).toBeNull();
  }, PATIENCE);
  const events = (await workflow.fetchHistory()).events ?? [];
  return events.filter((event) => isDeed(event) && !isOfRecord(event, events)).map(({ eventType }) => eventType);
}

/** Records of the state are written next to the work, and may still be under way. */
function isOfRecord(event: HistoryEvent, events: readonly HistoryEvent[]): boolean {
  const { scheduledEventId } =
    event.activityTaskStartedEventAttributes ?? event.activityTaskCompletedEventAttributes ?? {};
  const scheduled = scheduledEventId ? events[Number(scheduledEventId) - 1] : event;
  return scheduled?.activityTaskScheduledEventAttributes?.activityType?.name === 'recordImportState';
}

function isDeed(event: HistoryEvent): boolean {
  const isWorkflowTask =
    event.workflowTaskScheduledEventAttributes ??
    event.workflowTaskStartedEventAttributes ??
    event.workflowTaskCompletedEventAttributes ??
    event.workflowTaskFailedEventAttributes ??
    event.workflowTaskTimedOutEventAttributes;
  const isDiagnosis =
    event.workflowExecutionSignaledEventAttributes?.signalName === diagnosed.name ||
    event.upsertWorkflowSearchAttributesEventAttributes;
  return !isWorkflowTask && !isDiagnosis;
}

const PATIENCE = { timeout: 30_000, interval: 20 };
let listNumber = 1;

function csv(): string {
  const lines = Array.from({ length: 400 }, (_, i) => {
    if (i % 10 === 9) return `nobody ${i}`;
    return `p${i % 20 === 4 ? i - 1 : i}@example.com`;
  });
  return `email\n${lines.join('\n')}\n`;
}

/** A server that holds its answers back until it is released. */
async function holdDownloads() {
  let requests = 0;
  let isReleased = false;
  const waiting = new Set<() => void>();
  const { origin } = await serve((_, response) => {
    requests++;
    const answer = () => response.end(csv());
    response.write('');
    if (isReleased) answer();
    else waiting.add(answer);
    response.once('close', () => waiting.delete(answer));
  });
  return {
    url: `${origin()}/held.csv`,
    requests: () => requests,
    reached: () => vi.waitFor(() => expect(waiting.size).toBe(1), PATIENCE),
    release: () => {
      isReleased = true;
      for (const answer of waiting) answer();
    },
  };
}

async function addSubscribers(engine: TestEngine, listId: number, emails: readonly string[]): Promise<void> {
  await engine.pool.query(
    `with added as (insert into subscribers (mailing_list_id, key, email) select $1, e, e from unnest($2::text[]) e)
     insert into subscriber_counts (mailing_list_id, active) values ($1, cardinality($2::text[]))`,
    [listId, emails],
  );
}

async function countRows(engine: TestEngine, table: string): Promise<number | undefined> {
  return (await engine.pool.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]?.n;
}
