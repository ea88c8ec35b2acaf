import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { UniqueIntegrityConstraintViolationError } from 'slonik';
import { forgetSourceBytes, insertSubscriberImport } from '../../engine/db/imports/new-imports.ts';
import { reserveJobId } from '../../engine/db/jobs/new-jobs.ts';
import type { StoredSource } from '../../engine/db/sources/new-source.ts';
import { findSubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import { findListHead } from '../../engine/db/lists/mailing-lists.ts';
import type { FileStore } from '../../engine/files/file-store.ts';
import { keepSettings } from '../../engine/files/import-settings.ts';
import type { FileOwner } from '../../engine/domain/file-owner.ts';
import { importKeys, packedSourceKey, sourceKey } from '../../engine/files/source-key.ts';
import { subscriberImportKind } from '../../engine/job-kinds/subscriber-import.ts';
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

/** Starts a finished dry run as an import of its own, without the source being sent again. */
export const startRoute = route({
  method: 'POST',
  path: '/subscriber_imports/:id/start',
  operationId: 'startSubscriberImport',
  permission: 'subscriber.import',
  tag: 'Extensions',
  summary: 'Starts a finished dry run as an import.',
  description:
    'The answer is the new import, which has the source and the options of the dry run and begins immediately, or at the ' +
    'time that is sent. A dry run is started once, and until the retention of its logs ends.',
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
    const { created, source } = await store(request, dryRun, beginsAt);
    await startImport(request, created, { isSmall: isSmallFile(source) });
    return renderImport(created, request.caller.timeZone);
  },
});

async function store(
  { server: app, caller: { by }, db, pool }: FastifyRequest,
  dryRun: SubscriberImport,
  beginsAt: Date | null,
): Promise<{ created: SubscriberImport; source: StoredSource }> {
  const { mailingListId, notices, sourceFormat, id: dryRunId } = dryRun;
  const { policy } = app.config;
  const options = { ...dryRun.options, dry_run: false };
  const list = await findListHead(db, mailingListId, null);
  if (list === null) throw new NotFound('mailing list');
  const id = await reserveJobId(db, subscriberImportKind.jobRows);
  const job = { id, jobKey: randomUUID() };
  // The dry run keeps its source until the row is written, so that a start that is interrupted can be repeated.
  const source = await linkSource(app.files, dryRun, job);
  if (source === null) throw new ValidationFailed(GONE);
  await keepSettings(app.files, job, { list, beginsAt, options, notices, policy, sourceFormat });
  try {
    const isAdded = await insertSubscriberImport(db, {
      ...{ ...job, mailingListId, dryRunId, source, by, claim: null },
      ...{ beginsAt, options, notices, sourceFormat, policy },
    });
    const created = isAdded ? await findSubscriberImport(pool, id, null) : null;
    if (created === null) throw new NotFound('mailing list');
    for (const key of importKeys(dryRun)) await app.files.remove(key);
    await forgetSourceBytes(db, dryRunId);
    return { created, source };
  } catch (error) {
    const isStarted = error instanceof UniqueIntegrityConstraintViolationError;
    if (isStarted || error instanceof NotFound) for (const key of importKeys(job)) await app.files.remove(key);
    if (isStarted) throw new ValidationFailed('the dry run was started already', { cause: error });
    throw error;
  }
}

/** Gives an import the source of a dry run, in its packed form where that is kept. */
async function linkSource(files: FileStore, dryRun: FileOwner, job: FileOwner): Promise<StoredSource | null> {
  for (const isPacked of [true, false]) {
    const keyOf = isPacked ? packedSourceKey : sourceKey;
    const bytes = await files.link(keyOf(dryRun), keyOf(job));
    if (bytes !== null) return { bytes, isPacked };
  }
  return null;
}

const GONE = 'the source of the dry run is no longer stored: create an import with the file';

function refusalOf({ state, options, startedImportId, id }: SubscriberImport): string | null {
  if (options.dry_run !== true) return `import ${id} is no dry run, and only a dry run can be started`;
  if (startedImportId !== null) return `the dry run was started already, as import ${startedImportId}`;
  return state === 'finished' ? null : `the dry run is ${state}, and only a finished one can be started`;
}
