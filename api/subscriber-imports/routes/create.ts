import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findAutoresponder } from '../../../engine/db/subscribers/autoresponders.ts';
import { listApplicableFields } from '../../../engine/db/fields/custom-fields.ts';
import type { ListHead } from '../../../engine/db/lists/mailing-lists.ts';
import { insertSubscriberImport, reserveSubscriberImportId } from '../../../engine/db/imports/new-imports.ts';
import type { StoredSource } from '../../../engine/db/imports/new-imports.ts';
import { findReferencedRuleSet } from '../../../engine/db/imports/column-rule-sets.ts';
import { findSubscriberImport } from '../../../engine/db/imports/subscriber-imports.ts';
import type { SubscriberImport } from '../../../engine/db/imports/subscriber-imports.ts';
import type { ImportUsage } from '../../../engine/db/imports/usage.ts';
import { NotFound, ValidationFailed } from '../../../engine/platform/errors.ts';
import type { FileOwner } from '../../../engine/domain/file-owner.ts';
import { packedSourceKey, settingsKey, sourceKey } from '../../../engine/files/source-key.ts';
import { keepSettings } from '../../../engine/files/import-settings.ts';
import { subscriberImportWorkflowId } from '../../../engine/jobs/subscriber-import.ts';
import { addToLogContext } from '../../../engine/platform/log-context.ts';
import type { ImportOptions } from '../../../engine/domain/subscriber-imports.ts';
import type { LongText } from '../../http/bodies/long-text.ts';
import { contentOf, encodeContent } from '../content.ts';
import { analyzeImportSource } from '../source-analysis.ts';
import { timeZoneOf } from '../../users/organization-lookups.ts';
import { success } from '../../http/envelope.ts';
import type { Envelope } from '../../http/envelope.ts';
import { requireRoom, roomFor } from '../room.ts';
import { keepUpload, sourceFilesOf } from '../source-files.ts';
import { startImport } from '../start.ts';
import { requireLocalList, requireSubscriberImport } from '../../mailing-lists/lookups.ts';
import { attributesOf } from '../../http/attributes.ts';
import { readImport, subscriberImportInput } from '../input.ts';
import type { ImportRequest } from '../input.ts';
import { renderImport, renderNewImport, subscriberImportRecord } from '../record.ts';
import { answerOnce } from '../../http/idempotency-key.ts';
import { KeyClaimed } from '../../../engine/db/idempotency/key-claim.ts';
import type { KeyClaim } from '../../../engine/db/idempotency/key-claim.ts';
import { described } from '../../openapi/operation.ts';
import { objectOf } from '../../http/values.ts';

const operation = {
  tag: 'Subscriber imports',
  summary: 'Begins an import of subscribers into a mailing list.',
  body: objectOf({ subscriber_import: subscriberImportInput }),
  takesContent: true,
  takesIdempotencyKey: true,
  example: {
    subscriber_import: {
      column_mapping: ['email'],
      file_source: { type: 'json', content: 'email\nann@example.com\n' },
    },
  },
  answer: subscriberImportRecord,
};

interface CreateRoute {
  Params: { id: string };
}
type CreateRequest = FastifyRequest<CreateRoute>;

/** An import that is to be stored. */
interface StoredRequest extends Omit<ImportRequest, 'content'> {
  readonly content: string | LongText | null;
  readonly claim: KeyClaim | null;
  readonly usage: ImportUsage;
}

/** About a thousand rows, which are parsed and merged in some twenty milliseconds. */
const SMALL_CHARACTERS = 65_536;

/** Takes an import: its content is stored, then its row, then its workflow is started. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post<CreateRoute>(
    '/mailing_lists/:id/subscriber_imports',
    described('createSubscriberImport', operation),
    async (request, reply) =>
      answerOnce(request, reply, {
        create: (claim) => create(request, claim),
        again: async ({ recordId }) =>
          success(renderNewImport(await requireSubscriberImport(request, String(recordId)), request.caller.timeZone)),
      }),
  );

  async function create(request: CreateRequest, claim: KeyClaim | null): Promise<Envelope> {
    const list = await requireLocalList(request, request.params.id);
    const timeZone = await timeZoneOf(request, list.organizationId);
    const fields = await listApplicableFields(request.db, {
      organizationId: list.organizationId,
      mailingListId: list.id,
    });
    const asked = await readImport(attributesOf(request.body, 'subscriber_import', subscriberImportInput), {
      ...{ list, timeZone, fields },
      findAutoresponder: (reference) => findAutoresponder(request.db, list.id, reference),
      findRuleSet: (reference) => findReferencedRuleSet(request.db, list.organizationId, reference),
      files: sourceFilesOf(app, request, list.organizationId),
      analyze: ({ file_source: fileSource, content }, sentFormat, savedRules) =>
        analyzeImportSource(app, request, {
          ...{ list, timeZone, fields, fileSource, sentFormat, savedRules },
          content: contentOf(request, content),
        }),
    });
    const usage = await requireRoom(app, request, list.organizationId);
    const content = contentOf(request, asked.content);
    const { created, source } = await store(request, list, { ...asked, content, claim, usage });
    const isSmall = content === null ? isSmallFile(source) : isSmallText(content);
    // The import exists in any case: maintenance starts within a minute what could not be started now.
    await startImport(app, request, created, { isSmall });
    return success(renderImport(created, request.caller.timeZone));
  }

  async function store(
    { caller: { keyId }, db, pool }: FastifyRequest,
    list: ListHead,
    { beginsAt, options, content, notices, claim, usage }: StoredRequest,
  ): Promise<{ created: SubscriberImport; source: StoredSource | null }> {
    const id = await reserveSubscriberImportId(db);
    const job = { id, jobKey: randomUUID() };
    addToLogContext({ importId: id, workflowId: subscriberImportWorkflowId(id, app.config.workflowIdPrefix) });
    const { policy } = app.config;
    // Inline content is text already, whatever it is called.
    const sourceFormat = content === null ? {} : { character_set: 'UTF-8' };
    const settings = { list, beginsAt, options, notices, policy, sourceFormat };
    // A short text that is imported at once has ended, with its settings, before anything is lost.
    const endsAtOnce = content !== null && beginsAt === null && isSmallText(content);
    const [source] = await Promise.all([
      storeSource(job, options, content),
      ...(endsAtOnce ? [] : [keepSettings(app.files, job, settings)]),
    ]);
    try {
      const isAdded = await insertSubscriberImport(
        db,
        { ...job, mailingListId: list.id, beginsAt, options, notices, policy, source, keyId, claim, sourceFormat },
        source === null ? null : roomFor(app, list.organizationId, { usage, bytes: source.bytes }),
      );
      const created = isAdded ? await findSubscriberImport(pool, id, null) : null;
      if (created === null) throw new NotFound('mailing list');
      return { created, source };
    } catch (error) {
      // After a lost connection the row may be there all the same, and then its source must be there too.
      const isRefused = error instanceof NotFound || error instanceof KeyClaimed || error instanceof ValidationFailed;
      if (source !== null && isRefused) {
        await app.files.remove(source.isPacked ? packedSourceKey(job) : sourceKey(job));
      }
      if (isRefused && !endsAtOnce) await app.files.remove(settingsKey(job));
      throw error;
    }
  }

  /** Stores what the call brings along; null where the worker fetches the source. */
  async function storeSource(
    job: FileOwner,
    { file_source: source }: ImportOptions,
    content: string | LongText | null,
  ): Promise<StoredSource | null> {
    if (source.type === 'upload') return keepUpload(app, source.id, job);
    if (content === null) return null;
    const { bytes } = await app.files.write(sourceKey(job), encodeContent(content));
    return { bytes, isPacked: false };
  }

  done();
}

function isSmallText(content: string | LongText): boolean {
  return typeof content === 'string' && content.length <= SMALL_CHARACTERS;
}

function isSmallFile(source: StoredSource | null): boolean {
  return source !== null && !source.isPacked && source.bytes <= SMALL_CHARACTERS;
}
