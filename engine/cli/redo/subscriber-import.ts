import { findRedoTarget, insertRedone } from '../../db/imports/redo.ts';
import { findStartableImport } from '../../db/imports/unfinished.ts';
import { importSettings } from '../../files/import-settings.ts';
import type { ImportSettings } from '../../files/import-settings.ts';
import { SUBSCRIBER_IMPORT, subscriberImportStart } from '../../jobs/subscriber-import.ts';
import type { RedoKind } from './redo-kind.ts';

/** Subscriber imports, of which the list, its key and the custom fields must be those that a lost import was created for. */
export const subscriberImportRedo: RedoKind<ImportSettings> = {
  name: SUBSCRIBER_IMPORT.name,
  table: 'subscriber_imports',
  folder: 'imports',
  settings: importSettings,
  organizationOf: ({ list }) => list.organizationId,
  missingOf: async (pool, { list, options }, before) => {
    const target = await findRedoTarget(pool, {
      ...{ organizationId: list.organizationId, mailingListId: list.id, before },
      ...{ primaryKeyCustomFieldId: list.primaryKeyCustomFieldId, fieldIds: options.field_ids ?? {} },
    });
    if (!target.hasList) return 'Its list is gone.';
    if (!target.hasKey) return 'Its list has another primary key.';
    return target.hasFields ? null : 'A custom field that it fills is gone.';
  },
  insert: (pool, job, { list, ...settings }) => insertRedone(pool, { ...settings, ...job, mailingListId: list.id }),
  startOf: async (pool, id, workflowIdPrefix) => {
    const row = await findStartableImport(pool, id);
    return row === null ? null : subscriberImportStart(row, workflowIdPrefix);
  },
};
