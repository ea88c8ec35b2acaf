import type { PoolClient } from 'pg';
import type { RowLogKind } from '../../domain/subscriber-imports.ts';
import type { LogLimits } from '../../platform/config.ts';

/** Bytes that are logged, as far as they are counted. */
interface LoggedBytes {
  readonly failed: number;
  readonly failedOfOrganization: number;
  readonly ofOrganization: number;
}

/** The failed log of an import, or that of cells that were left blank. */
interface RowLog {
  readonly importId: number;
  readonly kind: RowLogKind;
}

/** Reads how many more bytes a log of rows may have; what other transactions add at the same time is not seen. */
export async function readFailedLogRoom(
  client: PoolClient,
  { importId, kind }: RowLog,
  limits: LogLimits,
): Promise<number> {
  const { rows } = await client.query<LoggedBytes>(
    `select i.${kind}_log_bytes as failed, coalesce(o.failed_bytes, 0) as "failedOfOrganization",
            coalesce(o.bytes, 0) as "ofOrganization"
       from subscriber_imports i left join organization_logs o on o.organization_id = i.organization_id
      where i.id = $1`,
    [importId],
  );
  return roomOf(rows[0], limits);
}

/**
 * Counts bytes that were added to a log of rows, or fewer than none that were removed. Locks the counts until the
 * transaction ends, so it is one of its last statements.
 * @returns how many more bytes the log may have; fewer than none, when others have added to it at the same time
 */
export async function countFailedLog(
  client: PoolClient,
  { importId, kind, bytes }: RowLog & { readonly bytes: number },
  limits: LogLimits,
): Promise<number> {
  const { rows } = await client.query<LoggedBytes>(
    `with job as (
       update subscriber_imports set ${kind}_log_bytes = ${kind}_log_bytes + $2, log_bytes = log_bytes + $2 where id = $1
       returning organization_id, ${kind}_log_bytes as bytes
     ), organization as (
       insert into organization_logs as o (organization_id, bytes, failed_bytes) select organization_id, $2, $2 from job
       on conflict (organization_id) do update
          set bytes = o.bytes + excluded.bytes, failed_bytes = o.failed_bytes + excluded.failed_bytes
       returning bytes, failed_bytes
     )
     select job.bytes as failed, failed_bytes as "failedOfOrganization", organization.bytes as "ofOrganization" from job, organization`,
    [importId, bytes],
  );
  return roomOf(rows[0], limits);
}

function roomOf(logged: LoggedBytes | undefined, limits: LogLimits): number {
  if (logged === undefined) return 0;
  return Math.min(
    limits.failedLog - logged.failed,
    limits.failedLogsOfOrganization - logged.failedOfOrganization,
    limits.logsOfOrganization - logged.ofOrganization,
  );
}
