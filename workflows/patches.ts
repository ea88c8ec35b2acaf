import { patched } from '@temporalio/workflow';

// Every change of a workflow that older histories do not have. `patched()` is called at the start of a workflow: after a local
// activity its marker can land one workflow task later than the activity's, and such a history does not replay.
//
// Flags in the inputs of machines and workflows do the same for jobs. Version 0.2.0 (2026-11-28) starts every job with those that it
// knows, so no running job of a released version lacks one:
//
// | input | flags, and since when | today |
// |---|---|---|
// | import | `turns` (2026-11-22), `checks` (2026-11-23) | read by the machine |
// | import | `recordsCommands` (2026-11-23), `groups`, `shortHistory` (2026-11-24) | sent for workers of 0.2.0, until the release after the next |
// | webhook endpoint | `recordsCommands` (2026-11-23) | the same |

/** Since 2026-11-21: the purge also deletes pending subscribers who did not confirm in time. */
export function purgesPendingSubscribers(): boolean {
  return patched('purge-pending-subscribers');
}
