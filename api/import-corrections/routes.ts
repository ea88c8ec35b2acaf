import { z } from 'zod/v4';
import type { FastifyRequest } from 'fastify';
import { correctRow } from '../../engine/db/corrections/correct-row.ts';
import { correctValues } from '../../engine/db/corrections/correct-values.ts';
import { countWorklist } from '../../engine/db/corrections/worklist-counts.ts';
import { listWorklistRows } from '../../engine/db/corrections/worklist-rows.ts';
import type { RowPlace } from '../../engine/db/corrections/worklist-rows.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { wrapped } from '../http/attributes.ts';
import { whole } from '../http/record-values.ts';
import { route } from '../http/route.ts';
import { correctedImportRoute } from './import-route.ts';
import {
  failedRowsQuery,
  readRowCorrection,
  readRowFilter,
  readValueCorrection,
  rowCorrectionInput,
  valueCorrectionInput,
} from './input.ts';
import { expiryOf, requireWorklist } from './lookups.ts';
import { failedRowRecord, renderFailedRow, renderWorklist, worklistRecord } from './record.ts';
import { readRowId } from './row-id.ts';
import { compileJudge } from '../../engine/analysis/judge-correction.ts';
import type { JudgeCells } from '../../engine/csv/failed-cells.ts';
import { listApplicableFields } from '../../engine/db/fields/custom-fields.ts';
import { withSourceFormat } from '../../engine/db/imports/record.ts';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import { findListHead } from '../../engine/db/lists/mailing-lists.ts';
import { timeZoneOf } from '../users/organization-lookups.ts';

const permission = 'subscriber.import';
const tag = 'Extensions';

export default [
  route({
    method: 'GET',
    path: '/subscriber_imports/:id/corrections',
    operationId: 'getImportWorklist',
    permission,
    tag,
    summary:
      'Shows the worklist of the failed rows of an import that has ended: their faults, and how many are corrected.',
    answer: worklistRecord,
    handle: async (request) => {
      const { job, worklist } = await requireWorklist(request, request.params.id);
      const counts = await request.read((db) => countWorklist(db, job.id));
      return renderWorklist(worklist, counts, { expiresAt: expiryOf(job), timeZone: request.caller.timeZone });
    },
  }),
  route({
    method: 'GET',
    path: '/subscriber_imports/:id/corrections/rows',
    operationId: 'listFailedRows',
    permission,
    tag,
    summary: 'Lists failed rows of an import with their corrections, in the order of the file.',
    query: failedRowsQuery,
    answer: z.array(failedRowRecord),
    handle: async (request, input) => {
      const { job, worklist } = await requireWorklist(request, request.params.id);
      const filter = readRowFilter(input.query, worklist);
      const rows = await request.read((db) => listWorklistRows(db, job.id, filter));
      return rows.map((row) => renderFailedRow(row, worklist, job));
    },
  }),
  route({
    method: 'PUT',
    path: '/subscriber_imports/:id/corrections/rows/:row',
    operationId: 'updateFailedRow',
    permission,
    tag,
    summary: 'Corrects cells of a failed row, or drops the row.',
    description:
      'Replaces the correction of the row. The answer has what the import would still refuse. A call with an old version of the row is refused and changes nothing.',
    body: wrapped('correction', rowCorrectionInput),
    example: { correction: { cells: { email: 'cid@example.com' }, version: 0 } },
    answer: failedRowRecord,
    handle: async (request, input) => {
      const { job, worklist } = await requireWorklist(request, request.params.id);
      const place = placeOf(request.params.row);
      const change = readRowCorrection(input.body, worklist);
      const judge = await readJudge(request, job);
      const row = await correctRow(request.db, { id: job.id, place, judge }, change);
      return renderFailedRow(row, worklist, job);
    },
  }),
  route({
    method: 'DELETE',
    path: '/subscriber_imports/:id/corrections/rows/:row',
    operationId: 'deleteFailedRowCorrection',
    permission,
    tag,
    summary: 'Deletes the correction of a failed row.',
    answer: failedRowRecord,
    handle: async (request) => {
      const { job, worklist } = await requireWorklist(request, request.params.id);
      const none = { cells: null, dropped: false, version: null };
      const place = placeOf(request.params.row);
      const row = await correctRow(request.db, { id: job.id, place, judge: () => [] }, none);
      return renderFailedRow(row, worklist, job);
    },
  }),
  route({
    method: 'PUT',
    path: '/subscriber_imports/:id/corrections/values',
    operationId: 'updateFailedRows',
    permission,
    tag,
    summary: 'Corrects, or drops, all failed rows with the same fault.',
    description:
      'Rows that are dropped, or have a correction of their own for the fault, stay as they are. A cell that the import would refuse is refused.',
    body: wrapped('correction', valueCorrectionInput),
    example: { correction: { column: 'email', from: 'cid.example.com', to: 'cid@example.com' } },
    answer: z.object({ rows: whole.describe('Rows that were changed.') }).meta({ examples: [{ rows: 412 }] }),
    handle: async (request, input) => {
      const { job, worklist } = await requireWorklist(request, request.params.id);
      const change = readValueCorrection(input.body, worklist);
      const judge = await readJudge(request, job);
      return { rows: await correctValues(request.db, { id: job.id, judge }, change) };
    },
  }),
  correctedImportRoute,
];

function placeOf(segment: string): RowPlace {
  const place = readRowId(segment);
  if (place === null) throw new NotFound('failed row');
  return place;
}

/**
 * Reads what judges corrected rows of an import: its options, with the list and the fields as they are now.
 * @throws NotFound when the list was deleted; ValidationFailed when a field of the mapping was
 */
async function readJudge(request: FastifyRequest, job: SubscriberImport): Promise<JudgeCells> {
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
