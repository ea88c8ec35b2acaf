import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { pino } from 'pino';
import type { ActivityDeps } from '../../engine/activities/deps.ts';
import { createRangeThreads } from '../../engine/csv/range-threads.ts';
import { createUnpackThreads } from '../../engine/workbooks/unpack-threads.ts';
import { SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import type { Counters, ImportOptions, LogKind } from '../../engine/domain/subscriber-imports.ts';
import { createFairQueue } from '../../engine/platform/fair-queue.ts';
import { createFolderStore } from '../../engine/files/folder-store.ts';
import { sourceKey } from '../../engine/files/source-key.ts';
import { createFolderUploads } from '../../engine/files/uploads.ts';
import { createSecretBox } from '../../engine/secrets/secret-box.ts';
import type { FieldType } from '../../engine/values/custom-field.ts';
import { createTestDatabase } from './database.ts';
import type { ModelSubscriber } from './import-model.ts';
import { DEFAULTS } from './import-options.ts';

/** A database and a file store in which imports are prepared and their results read. */
export interface ImportFixture {
  readonly pool: Pool;
  /** Dependencies of activities, with ranges and chunks of a few rows, so that small files make several. */
  readonly deps: ActivityDeps;
  readonly filesDir: string;
  /** Creates a list, in an organization of its own when none is given. */
  createList(settings?: ListSettings): Promise<TestList>;
  createAutoresponder(listId: number, columns?: Record<string, unknown>): Promise<{ id: number; name: string }>;
  /** Adds subscribers, those attributes that are not given plain ones, and keeps the list's counts true. */
  addSubscribers(listId: number, subscribers: readonly Partial<ModelSubscriber>[]): Promise<void>;
  /** Stores the source and adds the scheduled import's row. @returns its id */
  createImport(list: TestList, source: Buffer | string, options?: Partial<ImportOptions>): Promise<number>;
  readSubscribers(listId: number): Promise<ModelSubscriber[]>;
  readImport(importId: number): Promise<ImportOutcome>;
  /** Names of the import's staging tables. */
  stagingTables(importId: number): Promise<string[]>;
  close(): Promise<void>;
}

export interface ListSettings {
  readonly organizationId?: number;
  /** Of the new organization. */
  readonly subscriberLimit?: number | null;
  readonly hasFormat?: boolean;
  readonly hasConfirmed?: boolean;
  readonly fields?: readonly FieldSettings[];
  /** Name of the field that is the alternate primary key. */
  readonly keyField?: string;
}

export interface FieldSettings {
  readonly name: string;
  readonly fieldType: FieldType;
  readonly required?: boolean;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly options?: readonly { id: number; name: string }[];
}

export interface TestList {
  readonly id: number;
  readonly organizationId: number;
  /** Field name -> id. */
  readonly fields: Readonly<Record<string, number>>;
}

export interface ImportOutcome {
  readonly state: string;
  readonly records: number | null;
  readonly counters: Counters | null;
  /** Null until the import has ended. */
  readonly reactivated: number | null;
  readonly statuses: Readonly<Record<string, number>> | null;
  /** The text of each log that has entries. */
  readonly logs: Partial<Record<LogKind, string>>;
}

/** Creates a fixture on a database of its own; close it in afterAll. */
export async function createImportFixture(): Promise<ImportFixture> {
  const database = await createTestDatabase();
  const { pool } = database;
  const dir = await mkdtemp(join(tmpdir(), 'sluice-test-imports-'));
  const files = createFolderStore(join(dir, 'files'));
  const deps: ActivityDeps = {
    pool,
    files,
    rangeThreads: createRangeThreads(),
    unpackThreads: createUnpackThreads(),
    ...{ mergeSlots: createFairQueue({ slots: 4 }), inlineSlots: createFairQueue({ slots: 2 }), inlineMs: 60_000 },
    // A small chunk has a slice for each key, so that nearly every import has several.
    sliceSizeOf: () => ({ next: (left) => (left > 5 ? left : 1), took: () => undefined }),
    createListSliceSize: () => ({ next: () => 2, took: () => undefined }),
    uploads: createFolderUploads(join(dir, 'uploads'), { ms: 1 }),
    uploadBytes: 1_000_000_000,
    importSourcesBytes: 1_000_000_000,
    logLimits: { failedLog: 1e9, failedLogsOfOrganization: 1e9, logsOfOrganization: 1e9 },
    importUndo: true,
    allowPrivateUrls: true,
    rangeBytes: 40,
    chunkRows: 2,
    // Every chunk of two keys or more has two indexes or more.
    rowsPerIndex: 1,
    minBytesPerSecond: 0,
    importsPerOrganization: 3,
    downloadsPerOrganization: 2,
    lostJobs: 'restart',
    webhookRetryForMs: 60_000,
    callEndpoints: () => Promise.resolve(),
    nameSenders: (commands = []) => Promise.resolve(commands),
    countEnd: () => undefined,
    secrets: createSecretBox(randomBytes(32)),
    log: pino({ level: 'silent' }),
  };

  return {
    pool,
    deps,
    filesDir: join(dir, 'files'),

    createList: async (settings = {}) => {
      const { hasFormat = false, hasConfirmed = false, fields = [], keyField, subscriberLimit = null } = settings;
      const organizationId =
        settings.organizationId ??
        (await insert(pool, 'organizations', { name: 'Daily News', subscriber_limit: subscriberLimit }));
      const id = await insert(pool, 'mailing_lists', {
        organization_id: organizationId,
        name: `List ${++names}`,
        has_format: hasFormat,
        has_confirmed: hasConfirmed,
      });
      const ids: Record<string, number> = {};
      for (const { name, fieldType, required = false, attributes = {}, options = [] } of fields) {
        ids[name] = await insert(pool, 'custom_fields', {
          organization_id: organizationId,
          mailing_list_id: id,
          name,
          field_type: fieldType,
          required,
          attributes: JSON.stringify(attributes),
          options: JSON.stringify(options),
        });
      }
      if (keyField !== undefined) {
        const update = `update mailing_lists set primary_key_custom_field_id = $2 where id = $1`;
        await pool.query(update, [id, ids[keyField]]);
      }
      return { id, organizationId, fields: ids };
    },

    createAutoresponder: async (listId, columns = {}) => {
      const name = `Autoresponder ${++names}`;
      const settings = { mailing_list_id: listId, name, trigger: 'subscription', ...columns };
      return { id: await insert(pool, 'autoresponders', settings), name };
    },

    addSubscribers: (listId, subscribers) => addSubscribers(pool, listId, subscribers),

    createImport: async (list, source, options = {}) => {
      const id = await insert(pool, 'subscriber_imports', {
        organization_id: list.organizationId,
        mailing_list_id: list.id,
        begins_at: new Date(),
        options: JSON.stringify({ ...DEFAULTS, ...options }),
        policy: JSON.stringify({ maxDownloadBytes: 1_000_000, logRetentionMs: 604_800_000 }),
      });
      await files.write(sourceKey({ id, jobKey: null }), [Buffer.from(source)] as unknown as AsyncIterable<Uint8Array>);
      return id;
    },

    readSubscribers: async (listId) => {
      const { rows } = await pool.query<ModelSubscriber>(
        `select key, email, status, email_format, confirmed, ${TIMES.map((name) => `${iso(name)} as ${name}`).join(', ')},
                subscribe_ip, remove_ip, custom_fields
           from subscribers where mailing_list_id = $1 order by key`,
        [listId],
      );
      return rows;
    },

    readImport: async (importId) => {
      const imports = await pool.query<ImportOutcome>(
        `select state, number_of_records as records, totals as counters, reactivated, statuses from subscriber_imports where id = $1`,
        [importId],
      );
      const logs = await pool.query<{ kind: LogKind; content: string }>(
        `select kind, string_agg(content, '' order by part, piece) as content from import_logs
          where subscriber_import_id = $1 group by kind having sum(entries) > 0`,
        [importId],
      );
      const [row] = imports.rows;
      if (row === undefined) throw new Error(`There is no import ${importId}.`);
      return { ...row, logs: Object.fromEntries(logs.rows.map(({ kind, content }) => [kind, content])) };
    },

    stagingTables: async (importId) => {
      const { rows } = await pool.query<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'staging'::regnamespace and relkind in ('r', 'p')
            and (relname = $1 or starts_with(relname, $1 || '_'))
          order by relname`,
        [`import_${importId}`],
      );
      return rows.map(({ name }) => name);
    },

    close: async () => {
      await database.drop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

let names = 0;
const TIMES = ['confirm_time', 'subscribe_time', 'remove_time'] as const;

function iso(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

async function insert(pool: Pool, table: string, columns: Record<string, unknown>): Promise<number> {
  const names = Object.keys(columns);
  const { rows } = await pool.query<{ id: number }>(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')}) returning id`,
    Object.values(columns),
  );
  return rows[0]?.id ?? 0;
}

type Known = readonly Partial<ModelSubscriber>[];

async function addSubscribers(pool: Pool, listId: number, subscribers: Known): Promise<void> {
  const plain = { status: 'active', subscribe_time: '2020-01-01T00:00:00.000Z', custom_fields: {} };
  const rows = subscribers.map((given) => ({ ...plain, key: given.email?.toLowerCase(), ...given }));
  await pool.query(
    `insert into subscribers (mailing_list_id, key, email, status, email_format, confirmed, confirm_time, subscribe_time,
                              subscribe_ip, remove_time, remove_ip, custom_fields)
     select $1, key, email, status, email_format, confirmed, confirm_time, subscribe_time, subscribe_ip, remove_time,
            remove_ip, custom_fields
       from jsonb_populate_recordset(null::subscribers, $2::jsonb)`,
    [listId, JSON.stringify(rows)],
  );
  await pool.query(
    `insert into subscriber_counts (mailing_list_id, ${SUBSCRIBER_STATUSES.join(', ')})
     select $1, ${SUBSCRIBER_STATUSES.map((status) => `count(*) filter (where status = '${status}')`).join(', ')}
       from subscribers where mailing_list_id = $1
     on conflict (mailing_list_id) do update
        set ${SUBSCRIBER_STATUSES.map((status) => `${status} = excluded.${status}`).join(', ')}`,
    [listId],
  );
}
