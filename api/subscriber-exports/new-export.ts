import type { FastifyRequest } from 'fastify';
import type { CallerIdentity } from '../../engine/db/accounts/caller.ts';
import type { Database } from '../../engine/db/core/slonik.ts';
import type { ExportOptions } from '../../engine/db/exports/options.ts';
import {
  countUnfinishedExports,
  insertSubscriberExport,
  subscriberExports,
} from '../../engine/db/exports/subscriber-exports.ts';
import type { SubscriberExport } from '../../engine/db/exports/subscriber-exports.ts';
import { listApplicableFields } from '../../engine/db/fields/custom-fields.ts';
import type { KeyClaim } from '../../engine/db/idempotency/key-claim.ts';
import type { ListHead } from '../../engine/db/lists/mailing-lists.ts';
import { readSegmentContext } from '../../engine/db/segments/context.ts';
import { readReferredClauses } from '../../engine/db/segments/references.ts';
import { findSegment } from '../../engine/db/segments/segments.ts';
import { segmentCondition } from '../../engine/db/segments/sql.ts';
import { SUBSCRIBER_EXPORT_BOUNDS } from '../../engine/domain/subscriber-export-bounds.ts';
import { subscriberExportKind } from '../../engine/job-kinds/subscriber-export.ts';
import { subscriberExportStart } from '../../engine/jobs/subscriber-export.ts';
import { NotFound, ValidationFailed } from '../../engine/platform/errors.ts';
import type { Attributes } from '../http/attributes.ts';
import { startJob } from '../jobs/start-job.ts';
import { readExportRequest } from './input.ts';
import type { subscriberExportInput } from './input.ts';

/** Creates an export of a list: its row is stored, then its workflow is started. @throws ValidationFailed; KeyClaimed */
export async function createExport(
  request: FastifyRequest,
  list: ListHead,
  attributes: Attributes<typeof subscriberExportInput>,
  claim: KeyClaim | null,
): Promise<SubscriberExport> {
  const { server: app, caller, db } = request;
  const options = await readExportRequest(attributes, {
    list,
    fields: await listApplicableFields(db, { organizationId: list.organizationId, mailingListId: list.id }),
    findSegment: (id) => segmentOf(db, list, id),
  });
  await requireRoom(db, list.organizationId);
  const { policy, workflowIdPrefix } = app.config;
  const created = await store(db, list, {
    ...{ options, claim, by: caller.by },
    fileRetentionMs: policy.logRetentionMs,
  });
  const start = subscriberExportStart(created, workflowIdPrefix);
  await startJob(request, subscriberExportKind, { id: created.id, start, createdBy: caller.by });
  return created;
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

interface NewExport {
  readonly options: ExportOptions;
  readonly claim: KeyClaim | null;
  readonly by: CallerIdentity;
  readonly fileRetentionMs: number;
}

async function store(db: Database, list: ListHead, wanted: NewExport): Promise<SubscriberExport> {
  const id = await insertSubscriberExport(db, { mailingListId: list.id, ...wanted });
  const created = id === null ? null : await subscriberExports.find(db, id, null);
  if (created === null) throw new NotFound('mailing list');
  return created;
}
