export { subscriberImport } from './subscriber-import.ts';
export { listDeletion } from './list-deletion.ts';
export { purge, sweep } from './housekeeping.ts';
