import type { FastifyRequest } from 'fastify';
import type { KeyClaim } from '../../engine/db/idempotency/key-claim.ts';
import type { StoredSource } from '../../engine/db/sources/new-source.ts';
import { findSubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import type { ImportUsage } from '../../engine/db/sources/usage.ts';
import type { ListHead } from '../../engine/db/lists/mailing-lists.ts';
import { characterSetOfText } from '../../engine/domain/character-sets.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import type { LongText } from '../http/bodies/long-text.ts';
import { contentOf } from '../sources/content.ts';
import type { ImportRequest } from './input.ts';
import { requireRoom } from '../sources/room.ts';
import { storeSentSource } from '../sources/source-files.ts';
import type { SourceOwner } from '../sources/source-files.ts';
import { isSmallFile, SMALL_SOURCE, startImport } from './start.ts';
import { storeImport } from './store-import.ts';

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
  request: FastifyRequest,
  list: ListHead,
  { content, ...asked }: StoredRequest,
): Promise<{ created: SubscriberImport; source: StoredSource | null }> {
  const { server: app, db, pool } = request;
  const { beginsAt, options } = asked;
  const sourceFormat = content === null ? {} : { character_set: characterSetOfText(options.file_format.character_set) };
  // A short text that is imported at once has ended, with its settings, before anything is lost.
  const endsAtOnce = content !== null && beginsAt === null && isSmallText(content);
  const storeSource = (job: SourceOwner) => storeSentSource(app, job, { source: options.file_source, content });
  const stored = await storeImport(request, db, {
    ...{ ...asked, list, sourceFormat, keepsSettings: !endsAtOnce, storeSource },
  });
  const created = await findSubscriberImport(pool, stored.id, null);
  if (created === null) throw new NotFound('mailing list');
  return { created, source: stored.source };
}

function isSmallText(content: string | LongText): boolean {
  return typeof content === 'string' && content.length <= SMALL_SOURCE;
}
