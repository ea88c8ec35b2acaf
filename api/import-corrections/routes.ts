import { z } from 'zod/v4';
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
import { readJudge } from './judge.ts';
import { requireWorklist } from './lookups.ts';
import { failedRowRecord, renderFailedRow, renderWorklist, worklistRecord } from './record.ts';
import { readRowId } from './row-id.ts';

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
      const expiresAt = new Date((job.finishedAt ?? job.createdAt).getTime() + job.policy.logRetentionMs);
      return renderWorklist(worklist, counts, { expiresAt, timeZone: request.caller.timeZone });
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
