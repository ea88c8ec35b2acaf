import { patched } from '@temporalio/workflow';

// Every change of a workflow that older histories do not have. `patched()` is called at the start of a workflow: after a local
// activity its marker can land one workflow task later than the activity's, and such a history does not replay.

/** Since 2026-11-21: the purge also deletes pending subscribers who did not confirm in time. */
export function purgesPendingSubscribers(): boolean {
  return patched('purge-pending-subscribers');
}
