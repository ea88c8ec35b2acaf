import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { API_PREFIX } from '../../../../api/http/prefix.ts';
import type { ExpectedFile } from '../../../../engine/csv/recognize.ts';
import type { Random } from '../../random.ts';
import type { Size } from '../../world/world.ts';
import type { Addresses } from '../service/tenants.ts';
import { restoreKey } from '../service/tenants.ts';
import type { RawCall, Reply } from './reply.ts';
import { sendHttp, sendRaw } from './reply.ts';
import { isUnanswered } from './tally.ts';
import type { Tally } from './tally.ts';

/** The tenant that attacks: its calls, its imports, and choices that the seed decides. */
export interface Hostile {
  readonly addresses: Addresses;
  readonly listId: number;
  readonly random: Random;
  readonly size: Size;
  /** Sends a call with its key. A body that is no text or buffer is sent as JSON. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Reply>;
  /** Writes bytes to the API, or to another port. */
  raw(call: Omit<RawCall, 'port' | 'limitMs'> & Partial<Pick<RawCall, 'port' | 'limitMs'>>): Promise<Reply>;
  /** Creates a record that the attack needs. @returns its id. @throws Error when it is refused */
  create(path: string, body: object): Promise<number>;
  /** Creates an import into its list. @returns its id, or null when it is refused */
  startImport(fileSource: object, settings?: object): Promise<number | null>;
  /** Waits until imports have ended, and cancels those that have not within the limit. @returns how each one ended */
  finishImports(ids: readonly (number | null)[], limitMs: number, kind?: ImportKind): Promise<ImportEnd[]>;
  /** Puts imports into the database that were cancelled during the last 22 hours. */
  addCancelled(count: number): Promise<void>;
  /** Puts a file into its upload directory. @returns the source of an import of it */
  upload(filename: string, content: Buffer | string): Promise<object>;
  /** Reads what the service stores of imports for the tenant. */
  readStored(ids: readonly (number | null)[]): Promise<StoredBytes>;
  /** Notes a promise that did not hold. */
  complain(sentence: string): void;
  /** Adds to a figure of the report. */
  count(name: string, amount?: number): void;
}

/** Imports of subscribers, which is meant unless it is said, or of suppressed addresses: their table, and the path of each. */
export type ImportKind = 'subscriber_imports' | 'suppressed_address_imports';

/** Final state of an import of the tenant, with the expected format and columns of its file. */
export interface ImportEnd extends ExpectedFile {
  readonly id: number;
  readonly state: string;
  /** Its error_message. */
  readonly error: string | null;
}

/** Bytes that are stored of some imports of the tenant. */
export interface StoredBytes {
  /** Their sources. */
  readonly sources: number;
  /** The largest of their failed logs, and how many rows failed logs leave out. */
  readonly failedLog: number;
  readonly leftOut: number;
  /** The failed logs of all imports of the tenant. */
  readonly failedLogs: number;
}

export interface CallOptions {
  readonly headers?: OutgoingHttpHeaders;
  readonly limitMs?: number;
}

/** Within it every call is answered or closed, whatever was sent. */
const ANSWER_LIMIT_MS = 60_000;
/** Within it a cancelled import has ended; short runs also pass on a machine that others use. */
const CANCEL_LIMIT_MS = { full: 30_000, short: 90_000 };
const CANCELS_TOGETHER = 8;

export interface HostileOptions {
  readonly addresses: Addresses;
  readonly pool: pg.Pool;
  readonly random: Random;
  readonly size: Size;
  readonly tally: Tally;
}

/** By the text that is stored, not by what is counted of it. */
const STORED = `
  with logs as (
    select l.subscriber_import_id as id, sum(octet_length(content) + 8 * coalesce(cardinality(row_numbers), 0)) as bytes,
           sum(left_out) as left_out
      from import_logs l join subscriber_imports i on i.id = l.subscriber_import_id
     where i.organization_id = $2 and l.kind = 'failed' group by 1)
  select (select coalesce(sum(coalesce(source_bytes, 0) + coalesce(packed_bytes, 0) + coalesce(reserved_bytes, 0)), 0)::bigint
            from subscriber_imports where id = any ($1) and state <> 'cancelled' and (state <> 'finished' or dry_run)) as sources,
         coalesce(max(bytes) filter (where id = any ($1)), 0)::bigint as "failedLog",
         coalesce(sum(left_out) filter (where id = any ($1)), 0)::bigint as "leftOut",
         coalesce(sum(bytes), 0)::bigint as "failedLogs"
    from logs`;

const CANCELLED = `
  insert into subscriber_imports (organization_id, mailing_list_id, state, created_at, finished_at, begins_at, options, policy, totals)
  select $1, $2, 'cancelled', at, at, at, '{}', '{}', '{}'
    from generate_series(1, $3::int) n
   cross join lateral (select now() - n * interval '22 hours' / $3::int as at) cancelled`;

/** Creates the tenant of one attack. */
export function createHostile({ addresses, pool, random, size, tally }: HostileOptions): Hostile {
  const { apiPort, hostile, uploadsDir } = addresses;
  const call: Hostile['call'] = async (method, path, body, { headers = {}, limitMs = ANSWER_LIMIT_MS } = {}) => {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body) || body === undefined;
    const reply = await sendHttp(apiPort, {
      method,
      path: path.startsWith(API_PREFIX) ? path : `${API_PREFIX}${path}`,
      headers: {
        authorization: `Basic ${hostile.apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isRaw ? body : JSON.stringify(body),
      limitMs,
    });
    tally.judge(`${method} ${path.slice(0, 80)}`, reply);
    // A call of the attack may have deleted the key itself.
    if (reply.status === 401) await restoreKey(pool, hostile);
    return reply;
  };
  const unfinished = async (kind: ImportKind, ids: readonly number[]) => {
    const { rows } = await pool.query<{ id: number; state: string }>(
      `select id, state from ${kind} where id = any ($1) and finished_at is null order by id`,
      [ids],
    );
    return rows;
  };
  /** Waits for the end of imports, or until those that are left wait for a command. @returns those that have not ended */
  const untilEnded = async (kind: ImportKind, ids: readonly number[], limitMs: number, { orPaused = false } = {}) => {
    let left = await unfinished(kind, ids);
    const isOver = () => left.every(({ state }) => orPaused && state === 'paused');
    for (const began = Date.now(); !isOver() && Date.now() - began < limitMs; left = await unfinished(kind, ids)) {
      await delay(200);
    }
    return left.map(({ id }) => id);
  };
  const cancel = async (kind: ImportKind, id: number, limitMs: number) => {
    const began = Date.now();
    while (isUnanswered(await call('POST', `/${kind}/${id}/cancel`)) && Date.now() - began < limitMs);
  };
  const readEnds = async (kind: ImportKind, ids: readonly number[]) => {
    const { rows } = await pool.query<ImportEnd>(
      `select id, state, error_message as error, options -> 'file_format' as format,
              jsonb_array_length(options -> 'column_mapping') as columns
         from ${kind} where id = any ($1) order by id`,
      [ids],
    );
    for (const { state } of rows) tally.count(`imports ${state}`);
    return rows;
  };
  return {
    addresses,
    listId: hostile.listId,
    random,
    size,
    call,
    raw: async ({ port = apiPort, limitMs = ANSWER_LIMIT_MS, ...rest }) => {
      const reply = await sendRaw({ port, limitMs, ...rest });
      if (rest.isHeld !== true || reply.status !== 'open')
        tally.judge(`bytes to port ${port === apiPort ? 'of the API' : port}`, reply);
      return reply;
    },
    create: async (path, body) => {
      const { text, status } = await call('POST', path, body);
      const id = /^\{"success":true,"data":\{"id":(\d+)/.exec(text)?.[1];
      if (id === undefined) throw new Error(`POST ${path} was answered ${status}: ${text.slice(0, 300)}`);
      return Number(id);
    },
    startImport: async (file_source, settings = {}) => {
      const subscriber_import = {
        column_mapping: ['email', 'City', 'Score'],
        overwrite: true,
        file_source,
        ...settings,
      };
      const { text } = await call('POST', `/mailing_lists/${hostile.listId}/subscriber_imports`, { subscriber_import });
      const id = /^\{"success":true,"data":\{"id":(\d+)/.exec(text)?.[1];
      tally.count(id === undefined ? 'imports refused' : 'imports begun');
      return id === undefined ? null : Number(id);
    },
    finishImports: async (ids, limitMs, kind = 'subscriber_imports') => {
      const begun = ids.filter((id) => id !== null);
      // A guard has paused it.
      const late = await untilEnded(kind, begun, limitMs, { orPaused: true });
      const limit = CANCEL_LIMIT_MS[size];
      for (let at = 0; at < late.length; at += CANCELS_TOGETHER) {
        await Promise.all(late.slice(at, at + CANCELS_TOGETHER).map((id) => cancel(kind, id, limit)));
      }
      for (const id of await untilEnded(kind, late, limit)) {
        tally.complain(`import ${id} of the hostile tenant still runs ${limit / 1000} s after its cancel`);
      }
      return readEnds(kind, begun);
    },
    addCancelled: async (count) => {
      await pool.query(CANCELLED, [hostile.organizationId, hostile.listId, count]);
    },
    upload: async (filename, content) => {
      await writeFile(join(uploadsDir, String(hostile.organizationId), filename), content);
      return { type: 'upload_directory', filename };
    },
    readStored: async (ids) => {
      const { rows } = await pool.query<StoredBytes>(STORED, [ids, hostile.organizationId]);
      return rows[0] ?? { sources: 0, failedLog: 0, leftOut: 0, failedLogs: 0 };
    },
    complain: tally.complain,
    count: tally.count,
  };
}
