import type { FastifyInstance, FastifyRequest } from 'fastify';
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
      answerOnce(app, request, reply, {
        create: (claim) => create(request, claim),
        again: async ({ recordId }) => {
          const row = await findSubscriberExport(app.db, recordId ?? 0, request.caller.organizationId);
          if (row === null) throw new NotFound('subscriber export');
          return success(renderNewExport(row, request.caller.timeZone));
        },
      }),
  );

  async function create(request: CreateRequest, claim: KeyClaim | null): Promise<Envelope> {
    const list = await requireLocalList(app, request, request.params.id);
    const options = await readExport(attributesOf(request.body, 'subscriber_export', subscriberExportInput), {
      list,
      fields: await listApplicableFields(app.db, { organizationId: list.organizationId, mailingListId: list.id }),
      findSegment: (id) => segmentOf(list, id),
    });
    await requireRoom(list.organizationId);
    const created = await store(list, options, { keyId: request.caller.keyId, claim });
    await start(created);
    return success(renderExport(created, request.caller.timeZone));
  }

  async function segmentOf({ id: mailingListId, organizationId }: ListHead, id: number) {
    const segment = await findSegment(app.db, id, organizationId);
    if (segment?.mailingListId !== mailingListId) return null;
    const { name, clause } = segment;
    const referred = await readReferredClauses(app.db, organizationId, clause);
    // Compiled here for its limits, so that no export begins that cannot be read.
    segmentCondition(clause, await readSegmentContext(app.db, organizationId), referred);
    return { id, name, clause, referred: [...referred].map(([id, clause]) => ({ id, clause: [...clause] })) };
  }

  async function requireRoom(organizationId: number): Promise<void> {
    const { max } = SUBSCRIBER_EXPORT_BOUNDS.unfinishedExports;
    if ((await countUnfinishedExports(app.db, organizationId)) < max) return;
    throw new ValidationFailed(`the organization has ${max} unfinished exports: wait for their end, or cancel some`);
  }

  async function store(
    list: ListHead,
    options: ExportOptions,
    call: { readonly keyId: number; readonly claim: KeyClaim | null },
  ): Promise<SubscriberExport> {
    const fileRetentionMs = app.config.policy.logRetentionMs;
    const id = await insertSubscriberExport(app.db, { mailingListId: list.id, options, fileRetentionMs, ...call });
    const created = id === null ? null : await findSubscriberExport(app.db, id, null);
    if (created === null) throw new NotFound('mailing list');
    return created;
  }

  /** If Temporal cannot be reached, maintenance starts the export within a minute. */
  async function start(created: SubscriberExport): Promise<void> {
    const job = subscriberExportStart(created, app.config.workflowIdPrefix);
    if (await app.jobs.start(job)) await noteExportStarted(app.db, created.id);
  }

  done();
}
