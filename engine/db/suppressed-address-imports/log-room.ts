import type { PoolClient } from 'pg';
import type { LogLimits } from '../../platform/config.ts';

/** The logs of one range of an import, or the header line of its failed rows, which has the range -1. */
interface RangeLogs {
  readonly importId: number;
  readonly number: number;
}

/**
 * Counts the logs of a range into those of its import and its organization. Where the organization has no room for them, they are left
 * out, and only their rows are counted. Locks the counts until the transaction ends, so it is one of its last statements.
 */
export async function countRangeLogs(client: PoolClient, range: RangeLogs, limits: LogLimits): Promise<void> {
  const { bytes, failed, hasRoom } = await count(client, range, limits);
  if (hasRoom || bytes === 0) return;
  await client.query(
    `update suppressed_address_logs set left_out = left_out + entries, entries = 0, content = '', bytes = 0
      where suppressed_address_import_id = $1 and range_number = $2`,
    [range.importId, range.number],
  );
  await add(client, range, { bytes: -bytes, failed: -failed });
}

async function count(client: PoolClient, range: RangeLogs, limits: LogLimits) {
  const { rows } = await client.query<{ bytes: number; failed: number }>(
    `select coalesce(sum(bytes), 0)::bigint as bytes, coalesce(sum(bytes) filter (where kind = 'failed'), 0)::bigint as failed
       from suppressed_address_logs where suppressed_address_import_id = $1 and range_number = $2`,
    [range.importId, range.number],
  );
  const logged = rows[0] ?? { bytes: 0, failed: 0 };
  const counted = await add(client, range, logged);
  const hasRoom =
    counted.bytes <= limits.logsOfOrganization &&
    (logged.failed === 0 || counted.failed <= limits.failedLogsOfOrganization);
  return { ...logged, hasRoom };
}

/** Adds bytes of logs, or fewer than none that were removed. @returns those of the organization */
async function add(
  client: PoolClient,
  { importId }: RangeLogs,
  { bytes, failed }: { readonly bytes: number; readonly failed: number },
): Promise<{ readonly bytes: number; readonly failed: number }> {
  const { rows } = await client.query<{ bytes: number; failed: number }>(
    `with job as (
       update suppressed_address_imports set log_bytes = log_bytes + $2, failed_log_bytes = failed_log_bytes + $3 where id = $1
       returning organization_id
     )
     insert into organization_logs as o (organization_id, bytes, failed_bytes) select organization_id, $2, $3 from job
     on conflict (organization_id) do update
        set bytes = o.bytes + excluded.bytes, failed_bytes = o.failed_bytes + excluded.failed_bytes
     returning bytes, failed_bytes as failed`,
    [importId, bytes, failed],
  );
  return rows[0] ?? { bytes: 0, failed: 0 };
}
