export { subscriberImport } from './subscriber-import.ts';
export { subscriberExport } from './subscriber-export.ts';
export { suppressedAddressImport } from './suppressed-address-import.ts';
export { importUndo } from './import-undo.ts';
export { listDeletion } from './list-deletion.ts';
export { restartImport } from './restart-import.ts';
export { webhookEndpoint } from './webhook-endpoint.ts';
export { maintenance } from './maintenance.ts';
export { diagnose, purge, sweep } from './housekeeping.ts';
