import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { findExportFile, subscriberExports } from '../../engine/db/exports/subscriber-exports.ts';
import type { ExportFile } from '../../engine/db/exports/subscriber-exports.ts';
import type { JobsOf } from '../../engine/db/jobs/read-jobs.ts';
import { subscriberExportKind } from '../../engine/job-kinds/subscriber-export.ts';
import { subscriberExportStart } from '../../engine/jobs/subscriber-export.ts';
import { NotFound, SluiceError } from '../../engine/platform/errors.ts';
import { wrapped } from '../http/attributes.ts';
import { PAGES_OF_100, readPage } from '../http/paging.ts';
import { route } from '../http/route.ts';
import type { InputOf } from '../http/route.ts';
import { bytesForSpreadsheet, forSpreadsheet, spreadsheetQuery } from '../http/spreadsheet.ts';
import { jobRoutes } from '../jobs/job-routes.ts';
import { CLIENT_COMMANDS } from '../jobs/jobs.ts';
import { requireLocalList } from '../mailing-lists/lookups.ts';
import { subscriberExportInput } from './input.ts';
import { requireSubscriberExport } from './lookups.ts';
import { createExport } from './new-export.ts';
import { renderExport, renderNewExport, subscriberExportRecord } from './record.ts';
import type { FileOwner } from '../../engine/domain/file-owner.ts';
import type { FileStore } from '../../engine/files/file-store.ts';
import { exportPartKey } from '../../engine/files/subscriber-export-key.ts';

const tag = 'Subscriber exports';

const NOT_WHOLE = 'the file of the export is no longer whole where files are kept: create another export of the list';

const listing = {
  method: 'GET',
  tag,
  summary: 'Lists exports, the latest first.',
  paging: PAGES_OF_100,
  answer: z.array(subscriberExportRecord),
} as const;

const job = jobRoutes({
  kind: subscriberExportKind,
  commands: CLIENT_COMMANDS,
  path: '/subscriber_exports/:id',
  resource: 'SubscriberExport',
  permission: 'subscriber.export',
  tag,
  ...{ noun: 'export', job: 'an export' },
  answer: subscriberExportRecord,
  find: requireSubscriberExport,
  startOf: subscriberExportStart,
  render: renderExport,
  showsProgress: true,
});

export default [
  ...job.commands,
  route({
    method: 'POST',
    path: '/mailing_lists/:id/subscriber_exports',
    operationId: 'createSubscriberExport',
    permission: 'subscriber.export',
    tag,
    summary: 'Exports the subscribers of a mailing list to a CSV file.',
    description: 'The file is a snapshot of one moment, in a format that an import can read.',
    body: wrapped('subscriber_export', subscriberExportInput),
    example: { subscriber_export: { statuses: ['active'], columns: ['email', 'subscribe_time'] } },
    takesIdempotencyKey: true,
    answer: subscriberExportRecord,
    handle: (request, input) => {
      const { timeZone } = request.caller;
      return input.once({
        create: async (claim) => {
          const list = await requireLocalList(request, request.params.id);
          return renderExport(await createExport(request, list, input.body, claim), timeZone);
        },
        again: async ({ recordId }) =>
          renderNewExport(await requireSubscriberExport(request, String(recordId)), timeZone),
      });
    },
  }),
  route({
    method: 'GET',
    path: '/subscriber_exports/:id/file',
    operationId: 'downloadSubscriberExport',
    permission: 'subscriber.export',
    tag,
    summary: 'Downloads the file of a finished export.',
    description:
      'Values are written as they are stored, even those that a spreadsheet would run as a formula, unless formulas=escape is sent.',
    query: spreadsheetQuery,
    files: { 'text/csv': 'email,City\nann@example.com,Bergen\nbob@example.com,Paris\n' },
    handle: async (request, { query: choice }, reply) => {
      const { files } = request.server;
      const found = await requireSubscriberExport(request, request.params.id);
      const file = await findExportFile(request.db, found.id);
      if (file === null) throw new NotFound('export file');
      if (!(await isWhole(files, found, file))) throw new SluiceError('not_found', NOT_WHOLE);
      void reply
        .type('text/csv; charset=utf-8')
        // The name is made of the id alone.
        .header('content-disposition', `attachment; filename="${found.name}"`);
      const bytes = bytesForSpreadsheet(file.bytes, choice);
      if (bytes !== null) void reply.header('content-length', bytes);
      const written = forSpreadsheet(partsOf(files, found, file), choice, found.options.file_format);
      return reply.send(Readable.from(written, { objectMode: false }));
    },
  }),
  route({
    ...listing,
    path: '/subscriber_exports',
    operationId: 'listSubscriberExports',
    permission: 'subscriber.export',
    handle: (request, input) => list(request, input, { organizationId: request.caller.organizationId }),
  }),
  route({
    ...listing,
    path: '/mailing_lists/:id/subscriber_exports',
    operationId: 'listSubscriberExportsInMailingList',
    permission: 'subscriber.export',
    handle: async (request, input) => {
      const { organizationId, id } = await requireLocalList(request, request.params.id);
      return list(request, input, { organizationId, mailingListId: id });
    },
  }),
  job.show,
];

function list({ caller, read }: FastifyRequest, { paging }: InputOf<typeof listing>, owner: JobsOf) {
  return readPage(read, paging, {
    list: (db) => subscriberExports.list(db, owner, paging),
    count: (db) => subscriberExports.count(db, owner),
    render: (row) => renderExport(row, caller.timeZone),
  });
}

/**
 * Whether each part of the file of an export is there as long as it was. Once a file has begun to be sent, a part that is missing
 * could not be said.
 */
async function isWhole(files: FileStore, job: FileOwner, { snapshot, parts, bytes }: ExportFile): Promise<boolean> {
  let found = 0;
  for (let part = 0; part < parts; part++) found += (await files.size(exportPartKey(job, snapshot, part))) ?? 0;
  return found === bytes;
}

/** Reads the file of an export, part by part. */
async function* partsOf(files: FileStore, job: FileOwner, { snapshot, parts }: ExportFile): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < parts; part++) {
    for await (const block of files.read(exportPartKey(job, snapshot, part))) yield block;
  }
}
