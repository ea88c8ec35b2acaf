import type { FastifyRequest } from 'fastify';
import { compileJudge } from '../../engine/analysis/judge-correction.ts';
import type { JudgeCells } from '../../engine/csv/failed-cells.ts';
import { listApplicableFields } from '../../engine/db/fields/custom-fields.ts';
import { withSourceFormat } from '../../engine/db/imports/record.ts';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import { findListHead } from '../../engine/db/lists/mailing-lists.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { timeZoneOf } from '../users/organization-lookups.ts';

/**
 * Reads what judges corrected rows of an import: its options, with the list and the fields as they are now.
 * @throws NotFound when the list was deleted; ValidationFailed when a field of the mapping was
 */
export async function readJudge(request: FastifyRequest, job: SubscriberImport): Promise<JudgeCells> {
  const { db } = request;
  const { mailingListId, organizationId } = job;
  const list = await findListHead(db, mailingListId, null);
  if (list === null) throw new NotFound('mailing list');
  const { hasFormat, hasConfirmed, primaryKeyCustomFieldId: primaryKeyFieldId } = list;
  return compileJudge({
    options: withSourceFormat(job.options, job.sourceFormat),
    list: { hasFormat, hasConfirmed, primaryKeyFieldId },
    fields: await listApplicableFields(db, { organizationId, mailingListId }),
    timeZone: await timeZoneOf(request, organizationId),
  });
}
