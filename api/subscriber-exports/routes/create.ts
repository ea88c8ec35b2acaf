import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../../engine/db/core/slonik.ts';
import { listApplicableFields } from '../../../engine/db/fields/custom-fields.ts';
import type { ListHead } from '../../../engine/db/lists/mailing-lists.ts';
import { readReferredClauses } from '../../../engine/db/segments/references.ts';
import { segmentCondition } from '../../../engine/db/segments/sql.ts';
import { readSegmentContext } from '../../../engine/db/segments/context.ts';
import { findSegment } from '../../../engine/db/segments/segments.ts';
import type { ExportOptions } from '../../../engine/db/exports/options.ts';
import {
  countUnfinishedExports,
  findSubscriberExport,
  insertSubscriberExport,
  noteExportStarted,
} from '../../../engine/db/exports/subscriber-exports.ts';
import type { SubscriberExport } from '../../../engine/db/exports/subscriber-exports.ts';
import { SUBSCRIBER_EXPORT_BOUNDS } from '../../../engine/domain/subscriber-export-bounds.ts';
import { NotFound, ValidationFailed } from '../../../engine/platform/errors.ts';
import { subscriberExportStart } from '../../../engine/jobs/subscriber-export.ts';
import { success } from '../../http/envelope.ts';
import type { Envelope } from '../../http/envelope.ts';
import { answerOnce } from '../../http/idempotency-key.ts';
import type { KeyClaim } from '../../../engine/db/idempotency/key-claim.ts';
import { requireLocalList } from '../../mailing-lists/lookups.ts';
import { described } from '../../openapi/operation.ts';
import { attributesOf } from '../../http/attributes.ts';
import { readExport, subscriberExportInput } from '../input.ts';
import { requireSubscriberExport } from '../lookups.ts';
import { renderExport, renderNewExport, subscriberExportRecord } from '../record.ts';
import { objectOf } from '../../http/values.ts';

const operation = {
  tag: 'Subscriber exports',
  summary: 'Begins an export of the subscribers of a mailing list into a CSV file.',
  description: 'It holds the subscribers as they are at one moment, in the form in which an import reads them.',
  body: objectOf({ subscriber_export: subscriberExportInput }),
  example: { subscriber_export: { statuses: ['active'], columns: ['email', 'subscribe_time'] } },
  takesIdempotencyKey: true,
  answer: subscriberExportRecord,
};

interface CreateRoute {
  Params: { id: string };
}
type CreateRequest = FastifyRequest<CreateRoute>;

/** Creates an export: its row is stored, then its workflow is started. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post<CreateRoute>(
    '/mailing_lists/:id/subscriber_exports',
    described('createSubscriberExport', operation),
    async (request, reply) =>
      answerOnce(request, reply, {
        create: (claim) => create(request, claim),
        again: async ({ recordId }) =>
          success(renderNewExport(await requireSubscriberExport(request, String(recordId)), request.caller.timeZone)),
      }),
  );

  async function create(request: CreateRequest, claim: KeyClaim | null): Promise<Envelope> {
    const list = await requireLocalList(request, request.params.id);
    const options = await readExport(attributesOf(request.body, 'subscriber_export', subscriberExportInput), {
      list,
      fields: await listApplicableFields(request.db, { organizationId: list.organizationId, mailingListId: list.id }),
      findSegment: (id) => segmentOf(request.db, list, id),
    });
    await requireRoom(request.db, list.organizationId);
    const created = await store(request, list, { options, claim });
    await start(request.db, created);
    return success(renderExport(created, request.caller.timeZone));
  }

  async function segmentOf(db: Database, { id: mailingListId, organizationId }: ListHead, id: number) {
    const segment = await findSegment(db, id, organizationId);
    if (segment?.mailingListId !== mailingListId) return null;
    const { name, clause } = segment;
    const referred = await readReferredClauses(db, organizationId, clause);
    // Compiled here for its limits, so that no export begins that cannot be read.
    segmentCondition(clause, await readSegmentContext(db, organizationId), referred);
    return { id, name, clause, referred: [...referred].map(([id, clause]) => ({ id, clause: [...clause] })) };
  }

  async function requireRoom(db: Database, organizationId: number): Promise<void> {
    const { max } = SUBSCRIBER_EXPORT_BOUNDS.unfinishedExports;
    if ((await countUnfinishedExports(db, organizationId)) < max) return;
    throw new ValidationFailed(`the organization has ${max} unfinished exports: wait for their end, or cancel some`);
  }

  async function store(
    { caller: { keyId }, db }: FastifyRequest,
    list: ListHead,
    wanted: { readonly options: ExportOptions; readonly claim: KeyClaim | null },
  ): Promise<SubscriberExport> {
    const fileRetentionMs = app.config.policy.logRetentionMs;
    const id = await insertSubscriberExport(db, { mailingListId: list.id, fileRetentionMs, keyId, ...wanted });
    const created = id === null ? null : await findSubscriberExport(db, id, null);
    if (created === null) throw new NotFound('mailing list');
    return created;
  }

  /** If Temporal cannot be reached, maintenance starts the export within a minute. */
  async function start(db: Database, created: SubscriberExport): Promise<void> {
    const job = subscriberExportStart(created, app.config.workflowIdPrefix);
    if (await app.jobs.start(job)) await noteExportStarted(db, created.id);
  }

  done();
}
