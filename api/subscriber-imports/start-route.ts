import type { FastifyRequest } from 'fastify';
import { UniqueIntegrityConstraintViolationError } from 'slonik';
import type { Database } from '../../engine/db/core/slonik.ts';
import { takeCorrections } from '../../engine/db/corrections/taken-corrections.ts';
import { forgetSourceBytes } from '../../engine/db/imports/new-imports.ts';
import type { StoredSource } from '../../engine/db/sources/new-source.ts';
import { findSubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import { findListHead } from '../../engine/db/lists/mailing-lists.ts';
import type { FileStore } from '../../engine/files/file-store.ts';
import type { FileOwner } from '../../engine/domain/file-owner.ts';
import { importKeys, packedSourceKey, sourceKey } from '../../engine/files/source-key.ts';
import { NotFound, ValidationFailed } from '../../engine/platform/errors.ts';
import { bare } from '../http/attributes.ts';
import { route } from '../http/route.ts';
import { requireSubscriberImport } from '../mailing-lists/lookups.ts';
import { timeZoneOf } from '../users/organization-lookups.ts';
import { beginsAtInput, readBeginsAt } from './begins-at.ts';
import { renderImport } from './render-import.ts';
import { subscriberImportRecord } from './record.ts';
import { requireTurn } from '../sources/room.ts';
import { isSmallFile, startImport } from './start.ts';
import { storeImport } from './store-import.ts';
import type { ImportToStore } from './store-import.ts';

/** Starts a finished dry run as an import of its own, without the source being sent again. */
export const startRoute = route({
  method: 'POST',
  path: '/subscriber_imports/:id/start',
  operationId: 'startSubscriberImport',
  permission: 'subscriber.import',
  tag: 'Extensions',
  summary: 'Starts a finished dry run as an import.',
  description:
    'The answer is the new import. It has the source and the options of the dry run, with each corrected row as it was corrected, and begins immediately or at `begins_at`. A dry run can be started once, while its logs are kept.',
  body: bare(beginsAtInput),
  answer: subscriberImportRecord,
  handle: async (request, input) => {
    const { server: app } = request;
    const dryRun = await requireSubscriberImport(request, request.params.id);
    const refusal = refusalOf(dryRun);
    if (refusal !== null) throw new ValidationFailed(refusal);
    const timeZone = await timeZoneOf(request, dryRun.organizationId);
    const { body } = input;
    const beginsAt = readBeginsAt(body, timeZone);
    body.check();
    await requireTurn(app, request, dryRun.organizationId);
    const { created, source } = await create(request, dryRun, beginsAt);
    await startImport(request, created, { isSmall: isSmallFile(source) });
    return renderImport(created, request.caller.timeZone);
  },
});

async function create(
  request: FastifyRequest,
  dryRun: SubscriberImport,
  beginsAt: Date | null,
): Promise<{ created: SubscriberImport; source: StoredSource }> {
  const { server: app, db, pool } = request;
  const { mailingListId, notices, sourceFormat, id: dryRunId } = dryRun;
  const list = await findListHead(db, mailingListId, null);
  if (list === null) throw new NotFound('mailing list');
  const settings: ImportToStore = {
    ...{ list, beginsAt, notices, sourceFormat, dryRunId, claim: null, usage: null, keepsSettings: true },
    options: { ...dryRun.options, dry_run: false },
    // The dry run keeps its source until the row is written, so that a start that is interrupted can be repeated.
    storeSource: (job) => linkSource(app.files, dryRun, job),
  };
  const store = async (transaction: Database) => {
    const started = await storeImport(request, transaction, settings);
    await takeCorrections(transaction, dryRunId, started.id);
    return started;
  };
  const stored = await db.transaction(store).catch((error: unknown) => {
    if (!(error instanceof UniqueIntegrityConstraintViolationError)) throw error;
    throw new ValidationFailed('the dry run was started already', { cause: error });
  });
  const created = await findSubscriberImport(pool, stored.id, null);
  if (created === null || stored.source === null) throw new NotFound('mailing list');
  for (const key of importKeys(dryRun)) await app.files.remove(key);
  await forgetSourceBytes(db, dryRunId);
  return { created, source: stored.source };
}

/** Gives an import the source of a dry run, in its packed form where that is kept. @throws ValidationFailed when it is stored no more */
async function linkSource(files: FileStore, dryRun: FileOwner, job: FileOwner): Promise<StoredSource> {
  for (const isPacked of [true, false]) {
    const keyOf = isPacked ? packedSourceKey : sourceKey;
    const bytes = await files.link(keyOf(dryRun), keyOf(job));
    if (bytes !== null) return { bytes, isPacked };
  }
  throw new ValidationFailed(GONE);
}

const GONE = 'the source of the dry run is no longer stored: create an import with the file';

function refusalOf({ state, options, startedImportId, id }: SubscriberImport): string | null {
  if (options.dry_run !== true) return `import ${id} is not a dry run; only dry runs can be started`;
  if (startedImportId !== null) return `the dry run was started already, as import ${startedImportId}`;
  return state === 'finished' ? null : `the dry run is ${state}, and only a finished one can be started`;
}
