export { createSubscriberImportActivities, sweptSubscriberImports } from './subscriber-import.ts';
export { createRestartActivities } from './restart-import.ts';
export { createListDeletionActivities, sweptListDeletions } from './list-deletion.ts';
export { createHousekeepingActivities } from './housekeeping.ts';
