import type { FastifyRequest } from 'fastify';
import { hasReadyRows, markImported, readCorrectedRows } from '../../engine/db/corrections/corrected-rows.ts';
import { lockWorklist } from '../../engine/db/corrections/worklists.ts';
import { findSubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import { findListHead } from '../../engine/db/lists/mailing-lists.ts';
import type { ListHead } from '../../engine/db/lists/mailing-lists.ts';
import type { ImportUsage } from '../../engine/db/sources/usage.ts';
import type { ImportOptions } from '../../engine/domain/subscriber-imports.ts';
import { sourceKey } from '../../engine/files/source-key.ts';
import { NotFound, ValidationFailed } from '../../engine/platform/errors.ts';
import { route } from '../http/route.ts';
import { requireRoom } from '../sources/room.ts';
import { subscriberImportRecord } from '../subscriber-imports/record.ts';
import { renderImport } from '../subscriber-imports/render-import.ts';
import { isSmallFile, startImport } from '../subscriber-imports/start.ts';
import { storeImport } from '../subscriber-imports/store-import.ts';
import { requireWorklist } from './lookups.ts';

/** Imports the corrected rows of a worklist. */
export const correctedImportRoute = route({
  method: 'POST',
  path: '/subscriber_imports/:id/corrections/import',
  operationId: 'createCorrectedImport',
  permission: 'subscriber.import',
  tag: 'Extensions',
  summary: 'Creates an import of the corrected rows of an import.',
  description:
    'The new import has the list, the mapping, the rules and the options of its parent, but deactivates no subscribers. Each corrected row is ' +
    'imported once: a call without rows that were corrected since the last one returns that import again.',
  answer: subscriberImportRecord,
  handle: async (request) => {
    const { job: parent } = await requireWorklist(request, request.params.id);
    if (parent.options.dry_run === true) throw new ValidationFailed(dryRunSentence(parent));
    const list = await findListHead(request.db, parent.mailingListId, null);
    if (list === null) throw new NotFound('mailing list');
    const usage = await requireRoom(request.server, request, parent.organizationId);
    const { id, bytes } = await create(request, { parent, list, usage });
    const created = await findSubscriberImport(request.pool, id, null);
    if (created === null) throw new NotFound('subscriber import');
    if (bytes !== null) await startImport(request, created, { isSmall: isSmallFile({ isPacked: false, bytes }) });
    return renderImport(created, request.caller.timeZone);
  },
});

function dryRunSentence({ startedImportId }: SubscriberImport): string {
  return startedImportId === null
    ? 'this is a dry run: start it, and the import that is started has the corrected rows'
    : `the dry run was started as import ${startedImportId}: import the corrected rows there`;
}

/** An import whose corrected rows are imported. */
interface Correcting {
  readonly parent: SubscriberImport;
  readonly list: ListHead;
  readonly usage: ImportUsage;
}

/** Creates the import. @returns its id, and the bytes of its source; null: it was created before */
function create(request: FastifyRequest, correcting: Correcting): Promise<{ id: number; bytes: number | null }> {
  const { id: parentId } = correcting.parent;
  // A second call waits for the worklist, and then finds no row that is ready.
  return request.db.transaction(async (transaction) => {
    const worklist = await lockWorklist(transaction, parentId);
    if (!(await hasReadyRows(transaction, parentId))) {
      if (worklist.correctedImportId === null) throw new ValidationFailed('no failed row is corrected yet');
      return { id: worklist.correctedImportId, bytes: null };
    }
    const options = optionsOf(correcting.parent);
    const rows = readCorrectedRows(transaction, worklist, options.file_format);
    const { id, source } = await storeImport(request, transaction, {
      ...{ ...correcting, options, beginsAt: null, notices: [], claim: null, keepsSettings: true },
      sourceFormat: correcting.parent.sourceFormat.workbook === true ? { workbook: true } : {},
      storeSource: async (job) => {
        const { bytes } = await request.server.files.write(sourceKey(job), rows);
        return { bytes, isPacked: false };
      },
    });
    await markImported(transaction, parentId, id);
    return { id, bytes: source?.bytes ?? null };
  });
}

/** The options of the parent for some of its rows, which are CSV in UTF-8: who is not among them is not deactivated. */
function optionsOf({ options }: SubscriberImport): ImportOptions {
  return {
    ...options,
    deactivate_subscribers_not_in_import: false,
    max_failed_records: undefined,
    max_deactivated: undefined,
    file_source: { type: 'json', filename: 'data' },
    file_format: { ...options.file_format, character_set: 'UTF-8', skip_lines: undefined, sheet: undefined },
  };
}
