import { deactivationReason, failedReason, allowedCount } from './import-guards.ts';
import type { AbsentSubscribers, ImportGuards } from './import-guards.ts';

/** The parts of an import that its guards look at. */
interface GuardedImport {
  readonly guards?: ImportGuards;
  readonly dryRun?: boolean;
  /** The guards that a person has let the import pass. */
  readonly overruled?: readonly ('failed' | 'deactivated')[];
  readonly records: number | null;
  readonly rowFailures: number;
  readonly swallowed?: number;
  readonly counters: Readonly<Record<string, number>>;
}

/** The most records that may fail in all, with the rows within them; undefined when any number may. */
export function mostFailed({ guards, dryRun, overruled, records, swallowed = 0 }: GuardedImport): number | undefined {
  const limit = guards?.maxFailedRecords;
  if (limit === undefined || dryRun === true || overruled?.includes('failed') === true) return undefined;
  return allowedCount(limit, (records ?? 0) + swallowed);
}

/** The reason for which the failed records of an import pause it; null when they pass. */
export function reasonOfFailed(context: GuardedImport): string | null {
  const { guards, records, rowFailures, swallowed = 0, counters } = context;
  if (mostFailed(context) === undefined) return null;
  const failed = rowFailures + (counters.failed ?? 0);
  return failedReason(guards?.maxFailedRecords, { failed, swallowed, records: records ?? 0 });
}

/** The reason for which the subscribers that are not in an import pause it; null when they pass. */
export function reasonOfAbsent(
  { guards, dryRun, overruled }: GuardedImport,
  found: AbsentSubscribers | null,
): string | null {
  if (dryRun === true || overruled?.includes('deactivated') === true) return null;
  return deactivationReason(guards?.maxDeactivated, found);
}
