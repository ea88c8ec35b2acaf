import { patched } from '@temporalio/workflow';

// Every change of a workflow that recorded histories of before do not know. A question is asked at the start of a workflow:
// behind a local activity its marker can land one workflow task later than the activity's, and does not replay then.

/** Since 2026-11-22: cleaning up is an activity of a worker's slot; asked at the start of an import. */
export function handsOutCleanUpFromStart(): boolean {
  return patched('clean-up-handed-out-from-start');
}

/** Earlier on 2026-11-22: the same, asked at the end, where imports that began before still ask. */
export function handsOutCleanUp(): boolean {
  return patched('clean-up-handed-out');
}

/** Since 2026-11-22: jobs are diagnosed by a local activity, since all slots may be taken by tasks that wait. */
export function diagnosesWithoutASlot(): boolean {
  return patched('diagnose-without-a-slot');
}

/** Since 2026-11-21: the purge forgets who did not confirm in time, too. */
export function purgesPendingSubscribers(): boolean {
  return patched('purge-pending-subscribers');
}
