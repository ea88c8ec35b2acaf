import type { PoolClient } from 'pg';
import type { RowPlan } from '../../csv/row-plan.ts';
import { findOpenRanges, lockOpenRange, noteImportedRange } from '../../db/suppressed-address-imports/ledger.ts';
import type { OpenRange, SuppressedImportRecord } from '../../db/suppressed-address-imports/ledger.ts';
import { readJobProgress } from '../../db/jobs/job-progress.ts';
import { countRangeLogs } from '../../db/suppressed-address-imports/log-room.ts';
import {
  createStagedAddresses,
  STAGED_ADDRESSES,
  suppressStaged,
} from '../../db/suppressed-address-imports/staged-addresses.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { fault } from '../faults.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import type { EncodedAhead } from '../subscriber-import/encode-ahead.ts';
import { stageRows } from '../subscriber-import/stage-rows.ts';
import { storeRange } from '../subscriber-import/store-range.ts';
import { openFailedRows } from './open-failed-rows.ts';
import { readUnendedSuppression, SUPPRESSED_SOURCES, suppressionEnded } from './scan-suppressed-addresses.ts';

/** Ranges that one activity imports before it reports. */
const RANGES = 16;

/**
 * Imports the next ranges of an import, and reports how far the import is; also when it is cancelled half-way. `more` is false when
 * every range is imported. @throws ApplicationFailure ImportEnded, UnreadableSource, OutcomesMissing
 */
export function importSuppressedRanges(deps: ActivityDeps, limit = RANGES) {
  const { pool } = deps;
  return ({ importId }: ImportReference): Promise<{ imported: number; total: number; more: boolean }> =>
    whileHeartbeating(async (signal) => {
      const record = await readUnendedSuppression(pool, { importId });
      const readProgress = async () => {
        const { done, total } = await readJobProgress(pool, SUPPRESSED_SOURCES.table, importId);
        return { imported: done, total };
      };
      const open = await findOpenRanges(pool, importId, limit + 1);
      try {
        for (const range of open.slice(0, limit)) await importRange(deps, record, range, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        return { ...(await readProgress()), more: true };
      }
      const progress = await readProgress();
      const more = open.length > limit;
      if (!more && progress.imported !== progress.total) {
        throw fault('OutcomesMissing', `${progress.imported} of ${progress.total} rows have an outcome.`);
      }
      return { ...progress, more };
    });
}

function importRange(
  deps: ActivityDeps,
  record: SuppressedImportRecord,
  range: OpenRange,
  signal: AbortSignal,
): Promise<void> {
  const { folder } = SUPPRESSED_SOURCES;
  const partitioning = { chunks: 1, firstKeys: null };
  const work = { job: record, folder, range, plan: planOf(record), partitioning };
  return storeRange(deps, work, (client, rows) => store(deps, client, { record, range, rows }), signal);
}

/** Suppresses the addresses of a range; they, its logs and its entry in the ledger commit together. */
async function store(
  { logLimits }: ActivityDeps,
  client: PoolClient,
  { record, range, rows }: { record: SuppressedImportRecord; range: OpenRange; rows: EncodedAhead },
): Promise<void> {
  const { id: importId, organizationId } = record;
  const { number } = range;
  if (!(await lockOpenRange(client, importId, number))) return;
  await createStagedAddresses(client);
  const mostLogBytes = logLimits.failedLog;
  const failedLog = openFailedRows(client, { importId, number, options: record.options, mostLogBytes });
  const logs = { failed: failedLog, partial: openFailedRows(client, null) };
  const target = STAGED_ADDRESSES;
  const invalid = await stageRows(client, { importId, target, logs, notesKeys: false, range, rows });
  const outcome = await suppressStaged(client, { importId, organizationId, number, mostLogBytes });
  if (!(await noteImportedRange(client, { id: importId, number }, { ...outcome, ...invalid })))
    throw suppressionEnded();
  await countRangeLogs(client, { importId, number }, logLimits);
}

/** Rows are read as those of a subscriber import into a list without fields. */
function planOf({ options }: SuppressedImportRecord): RowPlan {
  return {
    options: { ...PLAIN, ...options },
    list: { hasFormat: false, hasConfirmed: false, primaryKeyFieldId: null },
    fields: [],
    timeZone: 'UTC',
  };
}

const PLAIN = {
  overwrite: false,
  deactivate_subscribers_not_in_import: false,
  autoresponders: {
    subscription: { trigger: false, also_trigger_on_updated_subscribers: false },
    api: { trigger_new: null, trigger_updated: null },
  },
  overwrite_what: { custom_fields: false, confirmed: false, format: false, status: false },
  overwrite_when_status: { active: false, unsubscribed: false, bounced: false, deactivated: false, scomp: false },
  default_custom_fields: {},
  subscriber_defaults: { status: 'active' },
} as const;
