import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { KeyClaim } from '../../engine/db/idempotency/key-claim.ts';
import { insertSubscriberImport } from '../../engine/db/imports/new-imports.ts';
import { reserveJobId } from '../../engine/db/jobs/new-jobs.ts';
import type { StoredSource } from '../../engine/db/sources/new-source.ts';
import { findSubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import type { ImportUsage } from '../../engine/db/sources/usage.ts';
import type { ListHead } from '../../engine/db/lists/mailing-lists.ts';
import { characterSetOfText } from '../../engine/domain/character-sets.ts';
import { keepSettings } from '../../engine/files/import-settings.ts';
import { subscriberImportKind } from '../../engine/job-kinds/subscriber-import.ts';
import { subscriberImportWorkflowId } from '../../engine/jobs/subscriber-import.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { addToLogContext } from '../../engine/platform/log-context.ts';
import type { LongText } from '../http/bodies/long-text.ts';
import { contentOf } from '../sources/content.ts';
import type { ImportRequest } from './input.ts';
import { requireRoom, roomFor } from '../sources/room.ts';
import { insertWithSource, storeSentSource } from '../sources/source-files.ts';
import { isSmallFile, SMALL_SOURCE, startImport } from './start.ts';

/**
 * Creates an import into a list: its content is stored, then its row, then its workflow is started.
 * @throws ValidationFailed when the organization has no room for it; NotFound when the list was deleted; KeyClaimed
 */
export async function createImport(
  request: FastifyRequest,
  list: ListHead,
  asked: ImportRequest,
  claim: KeyClaim | null,
): Promise<SubscriberImport> {
  const usage = await requireRoom(request.server, request, list.organizationId);
  const content = contentOf(request, asked.content);
  const { created, source } = await store(request, list, { ...asked, content, claim, usage });
  const isSmall = content === null ? source !== null && isSmallFile(source) : isSmallText(content);
  // The import exists in any case: maintenance starts within a minute what could not be started now.
  await startImport(request, created, { isSmall });
  return created;
}

/** An import that is to be stored. */
interface StoredRequest extends Omit<ImportRequest, 'content'> {
  readonly content: string | LongText | null;
  readonly claim: KeyClaim | null;
  readonly usage: ImportUsage;
}

async function store(
  { server: app, caller: { by }, db, pool }: FastifyRequest,
  list: ListHead,
  { beginsAt, options, content, notices, claim, usage }: StoredRequest,
): Promise<{ created: SubscriberImport; source: StoredSource | null }> {
  const id = await reserveJobId(db, subscriberImportKind.jobRows);
  const job = { id, jobKey: randomUUID() };
  addToLogContext({ importId: id, workflowId: subscriberImportWorkflowId(id, app.config.workflowIdPrefix) });
  const { policy } = app.config;
  const sourceFormat = content === null ? {} : { character_set: characterSetOfText(options.file_format.character_set) };
  const settings = { list, beginsAt, options, notices, policy, sourceFormat };
  // A short text that is imported at once has ended, with its settings, before anything is lost.
  const endsAtOnce = content !== null && beginsAt === null && isSmallText(content);
  const [source] = await Promise.all([
    storeSentSource(app, { ...job, folder: 'imports' }, { source: options.file_source, content }),
    ...(endsAtOnce ? [] : [keepSettings(app.files, job, settings)]),
  ]);
  const insert = async () => {
    const isAdded = await insertSubscriberImport(
      db,
      { ...job, mailingListId: list.id, beginsAt, options, notices, policy, source, by, claim, sourceFormat },
      source === null ? null : roomFor(app, list.organizationId, { usage, bytes: source.bytes }),
    );
    const created = isAdded ? await findSubscriberImport(pool, id, null) : null;
    if (created === null) throw new NotFound('mailing list');
    return { created, source };
  };
  return insertWithSource(app, { job: { ...job, folder: 'imports' }, source, keepsSettings: !endsAtOnce }, insert);
}

function isSmallText(content: string | LongText): boolean {
  return typeof content === 'string' && content.length <= SMALL_SOURCE;
}
