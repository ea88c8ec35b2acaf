import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { importUndos } from '../../engine/db/import-undos/import-undos.ts';
import { countUndoLogEntries, readUndoLog } from '../../engine/db/import-undos/logs.ts';
import { UNDO_LOGS } from '../../engine/domain/import-undos.ts';
import { importUndoKind } from '../../engine/job-kinds/import-undo.ts';
import { importUndoStart } from '../../engine/jobs/import-undo.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { wrapped } from '../http/attributes.ts';
import { PAGES_OF_100, readPage } from '../http/paging.ts';
import { route } from '../http/route.ts';
import { forSpreadsheet, ONE_COLUMN, spreadsheetQuery } from '../http/spreadsheet.ts';
import { flag, objectOf } from '../http/values.ts';
import { jobLookup, jobRoutes } from '../jobs/job-routes.ts';
import { CLIENT_COMMANDS } from '../jobs/jobs.ts';
import { requireSubscriberImport } from '../mailing-lists/lookups.ts';
import { createUndo } from './new-undo.ts';
import { importUndoRecord, renderNewUndo, renderUndo } from './record.ts';

const tag = 'Import undos';

const requireUndo = jobLookup(importUndos, 'import undo');

const undoInput = wrapped(
  'import_undo',
  objectOf({ dry_run: flag.nullish().describe('Counts subscribers, and writes none.') }),
);
const NO_OPTIONS = { import_undo: {} };

const job = jobRoutes({
  kind: importUndoKind,
  commands: CLIENT_COMMANDS,
  path: '/import_undos/:id',
  resource: 'ImportUndo',
  permission: 'subscriber.import',
  tag,
  ...{ noun: 'undo', job: 'an undo of an import' },
  answer: importUndoRecord,
  find: requireUndo,
  startOf: importUndoStart,
  render: renderUndo,
  showsProgress: true,
});

export default [
  ...job.commands,
  route({
    method: 'POST',
    path: '/subscriber_imports/:id/undo',
    operationId: 'undoSubscriberImport',
    permission: 'subscriber.import',
    tag,
    summary: 'Creates a job that undoes an import.',
    description:
      'Subscribers that the import added are removed, those that it changed get back what it overwrote, and what others wrote since stays. ' +
      'With `dry_run` they are counted only. An import is undone once, for as long as its logs are kept.',
    body: { schema: undoInput.schema.optional(), read: (body) => undoInput.read(isEmpty(body) ? NO_OPTIONS : body) },
    takesIdempotencyKey: true,
    example: { import_undo: { dry_run: true } },
    answer: importUndoRecord,
    handle: (request, input) => {
      const { timeZone } = request.caller;
      return input.once({
        create: async (claim) => {
          const undone = await requireSubscriberImport(request, request.params.id);
          const options = { dry_run: input.body.read('dry_run', false) };
          input.body.check();
          return renderUndo(await createUndo(request, undone, options, claim), timeZone);
        },
        again: async ({ recordId }) => renderNewUndo(await requireUndo(request, String(recordId)), timeZone),
      });
    },
  }),
  route({
    method: 'GET',
    path: '/import_undos',
    operationId: 'listImportUndos',
    permission: 'subscriber.import',
    tag,
    summary: 'Lists undos of imports, the latest first.',
    paging: PAGES_OF_100,
    answer: z.array(importUndoRecord),
    handle: ({ caller: { organizationId, timeZone }, read }, { paging }) =>
      readPage(read, paging, {
        list: (db) => importUndos.list(db, { organizationId }, paging),
        count: (db) => importUndos.count(db, { organizationId }),
        render: (row) => renderUndo(row, timeZone),
      }),
  }),
  route({
    method: 'GET',
    path: '/import_undos/:id/logs/:kind',
    operationId: 'getImportUndoLog',
    permission: 'subscriber.import',
    tag,
    summary: 'Downloads the log of an outcome, or `reactivated`: one address a line.',
    description: 'A log has a largest size: if addresses are left out, its last line says how many.',
    query: spreadsheetQuery,
    files: { 'text/plain': 'ann@example.com\nbob@example.com\n' },
    handle: async (request, { query: choice }, reply) => {
      const { id } = await requireUndo(request, request.params.id);
      const kind = UNDO_LOGS.find((each) => each === request.params.kind);
      if (kind === undefined) throw new NotFound('undo log');
      const { entries, leftOut } = await countUndoLogEntries(request.pool, id, kind);
      if (entries + leftOut === 0) throw new NotFound('undo log');
      void reply.type('text/plain; charset=utf-8');
      const file = forSpreadsheet(logText(request, id, { kind, leftOut }), choice, ONE_COLUMN);
      return reply.send(Readable.from(file, { objectMode: false }));
    },
  }),
  job.show,
];

function isEmpty(body: unknown): boolean {
  return Object.keys(body ?? {}).length === 0;
}

async function* logText(
  { pool }: FastifyRequest,
  undoId: number,
  { kind, leftOut }: { readonly kind: (typeof UNDO_LOGS)[number]; readonly leftOut: number },
): AsyncGenerator<Uint8Array> {
  for await (const block of readUndoLog(pool, undoId, kind)) yield Buffer.from(block);
  const note = `${leftOut} more addresses are counted, but not in this log: it may have no more bytes.\n`;
  if (leftOut > 0) yield Buffer.from(note);
}
