export { createSubscriberImportActivities, sweptSubscriberImports } from './subscriber-import.ts';
export { createListDeletionActivities, sweptListDeletions } from './list-deletion.ts';
export { createHousekeepingActivities } from './housekeeping.ts';
