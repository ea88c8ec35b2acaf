// Every kind of job, in one line each.
export { importUndoKind } from './import-undo.ts';
export { listDeletionKind } from './list-deletion.ts';
export { subscriberExportKind } from './subscriber-export.ts';
export { subscriberImportKind } from './subscriber-import.ts';
export { suppressedAddressImportKind } from './suppressed-address-import.ts';
export { webhookEndpointKind } from './webhook-endpoint.ts';
