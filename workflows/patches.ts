import { patched } from '@temporalio/workflow';

// Every change of a workflow that older histories do not have. `patched()` is called at the start of a workflow: after a local
// activity its marker can land one workflow task later than the activity's, and such a history does not replay.

/** Since 2026-11-22: imports clean up in a normal activity instead of a local one. Called at the start of an import. */
export function handsOutCleanUpFromStart(): boolean {
  return patched('clean-up-handed-out-from-start');
}

/** Earlier on 2026-11-22: the same, called at the end; imports that began in between still do. */
export function handsOutCleanUp(): boolean {
  return patched('clean-up-handed-out');
}

/** Since 2026-11-22: jobs are diagnosed in a local activity, because blocked tasks may fill all activity slots. */
export function diagnosesWithoutASlot(): boolean {
  return patched('diagnose-without-a-slot');
}

/** Since 2026-11-21: the purge also deletes pending subscribers who did not confirm in time. */
export function purgesPendingSubscribers(): boolean {
  return patched('purge-pending-subscribers');
}
