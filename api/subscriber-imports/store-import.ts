import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../engine/db/core/slonik.ts';
import { insertSubscriberImport } from '../../engine/db/imports/new-imports.ts';
import type { NewSubscriberImport } from '../../engine/db/imports/new-imports.ts';
import { reserveJobId } from '../../engine/db/jobs/new-jobs.ts';
import type { ListHead } from '../../engine/db/lists/mailing-lists.ts';
import type { StoredSource } from '../../engine/db/sources/new-source.ts';
import type { ImportUsage } from '../../engine/db/sources/usage.ts';
import { keepSettings } from '../../engine/files/import-settings.ts';
import type { ImportSettings } from '../../engine/files/import-settings.ts';
import { subscriberImportKind } from '../../engine/job-kinds/subscriber-import.ts';
import { subscriberImportWorkflowId } from '../../engine/jobs/subscriber-import.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { addToLogContext } from '../../engine/platform/log-context.ts';
import { roomFor } from '../sources/room.ts';
import { insertWithSource } from '../sources/source-files.ts';
import type { SourceOwner } from '../sources/source-files.ts';

/** An import that is to be stored. */
export interface ImportToStore
  extends
    Pick<ImportSettings, 'beginsAt' | 'options' | 'notices' | 'sourceFormat'>,
    Pick<NewSubscriberImport, 'claim' | 'dryRunId'> {
  readonly list: ListHead;
  /** Bytes that the organization has stored for its other imports; null: it has the source already. */
  readonly usage: ImportUsage | null;
  /** The import whose corrected rows it has. */
  readonly parent?: { readonly id: number; readonly jobKey: string | null };
  /** Whether its settings are kept for a database that loses its row. */
  readonly keepsSettings: boolean;
  /** Stores its source. @returns null where the worker fetches it */
  readonly storeSource: (job: SourceOwner) => Promise<StoredSource | null>;
}

/**
 * Stores an import: its source with its settings, then its row. Its workflow is not started.
 * @throws ValidationFailed when the organization has no room for it; NotFound when the list was deleted; KeyClaimed
 */
export async function storeImport(
  { server: app, caller: { by } }: FastifyRequest,
  db: Database,
  { list, usage, parent, keepsSettings, storeSource, claim, dryRunId, ...settings }: ImportToStore,
): Promise<{ readonly id: number; readonly source: StoredSource | null }> {
  const id = await reserveJobId(db, subscriberImportKind.jobRows);
  const job = { id, jobKey: randomUUID() };
  const owner = { ...job, folder: 'imports' as const };
  addToLogContext({ importId: id, workflowId: subscriberImportWorkflowId(id, app.config.workflowIdPrefix) });
  const { policy } = app.config;
  const kept = { list, ...settings, policy, parentKey: parent?.jobKey ?? undefined };
  const [source] = await Promise.all([storeSource(owner), keepsSettings && keepSettings(app.files, job, kept)]);
  const row = { ...job, mailingListId: list.id, ...settings, policy, source, by, claim };
  const further = { ...(dryRunId !== undefined && { dryRunId }), ...(parent && { parentId: parent.id }) };
  const room =
    source === null || usage === null ? null : roomFor(app, list.organizationId, { usage, bytes: source.bytes });
  await insertWithSource(app, { job: owner, source, keepsSettings }, async () => {
    if (!(await insertSubscriberImport(db, { ...row, ...further }, room))) throw new NotFound('mailing list');
  });
  return { id, source };
}
