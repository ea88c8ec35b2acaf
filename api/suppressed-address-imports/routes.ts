import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { formatFailedNote } from '../../engine/csv/failed-log.ts';
import { countLogEntries, readLogBlocks } from '../../engine/db/suppressed-address-imports/logs.ts';
import {
  countSuppressedAddressImports,
  findSuppressedAddressImport,
  listSuppressedAddressImports,
  noteSuppressedAddressImportStarted,
} from '../../engine/db/suppressed-address-imports/suppressed-address-imports.ts';
import type { SuppressedAddressImport } from '../../engine/db/suppressed-address-imports/suppressed-address-imports.ts';
import { findLiveJob } from '../../engine/db/jobs/live-jobs.ts';
import { SUPPRESSION_COUNTERS } from '../../engine/domain/suppressed-address-imports.ts';
import { suppressedAddressImportKind } from '../../engine/job-kinds/suppressed-address-import.ts';
import { suppressedAddressImportStart } from '../../engine/jobs/suppressed-address-import.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { wrapped } from '../http/attributes.ts';
import { PAGES_OF_100, readPage } from '../http/paging.ts';
import { idOf } from '../http/parameters.ts';
import { reachOf } from '../http/reach.ts';
import { route } from '../http/route.ts';
import { activityRoute } from '../jobs/activity.ts';
import { commandRoutes, verbOf } from '../jobs/command-routes.ts';
import type { JobRequest } from '../jobs/command-routes.ts';
import { CLIENT_COMMANDS } from '../jobs/jobs.ts';
import { renderProgress } from '../jobs/progress.ts';
import { createSuppressedImport, suppressedAddressImportInput } from './new-import.ts';
import { renderNewSuppressedImport, renderSuppressedImport, suppressedAddressImportRecord } from './record.ts';

const tag = 'Suppressed addresses';

export default [
  activityRoute({
    kind: suppressedAddressImportKind,
    operationId: 'listSuppressedAddressImportActivity',
    permission: 'subscriber.import',
    job: 'an import of suppressed addresses',
    path: '/suppressed_address_imports/:id/activity',
    idOfJob: async (request) => (await requireImport(request, request.params.id)).id,
  }),
  ...commandRoutes({
    commands: CLIENT_COMMANDS,
    path: '/suppressed_address_imports/:id',
    resource: 'SuppressedAddressImport',
    permission: 'subscriber.import',
    tag,
    noun: 'import',
    summary: (command) => `${verbOf(command)} an import of suppressed addresses.`,
    answer: suppressedAddressImportRecord,
    find: (request: JobRequest) => requireImport(request, request.params.id),
    startOf: suppressedAddressImportStart,
    noteStarted: noteSuppressedAddressImportStarted,
    render: (request, row) => renderSuppressedImport(row, request.caller.timeZone),
  }),
  route({
    method: 'POST',
    path: '/suppressed_address_imports',
    operationId: 'createSuppressedAddressImport',
    permission: 'subscriber.import',
    tag,
    summary: 'Begins an import of addresses to suppress.',
    description: 'Sources and file_format are those of a subscriber import.',
    body: wrapped('suppressed_address_import', suppressedAddressImportInput),
    takesContent: true,
    takesIdempotencyKey: true,
    example: { suppressed_address_import: { file_source: { type: 'json', content: 'email\nann@example.com\n' } } },
    answer: suppressedAddressImportRecord,
    handle: (request, input) => {
      const { timeZone } = request.caller;
      return input.once({
        create: async (claim) =>
          renderSuppressedImport(await createSuppressedImport(request, input.body, claim), timeZone),
        again: async ({ recordId }) =>
          renderNewSuppressedImport(await requireImport(request, String(recordId)), timeZone),
      });
    },
  }),
  route({
    method: 'GET',
    path: '/suppressed_address_imports',
    operationId: 'listSuppressedAddressImports',
    permission: 'subscriber.import',
    tag,
    summary: 'Lists imports of suppressed addresses, the latest first.',
    paging: PAGES_OF_100,
    answer: z.array(suppressedAddressImportRecord),
    handle: ({ caller: { organizationId, timeZone }, read }, { paging }) =>
      readPage(read, paging, {
        list: (db) => listSuppressedAddressImports(db, organizationId, paging),
        count: (db) => countSuppressedAddressImports(db, organizationId),
        render: (row) => renderSuppressedImport(row, timeZone),
      }),
  }),
  route({
    method: 'GET',
    path: '/suppressed_address_imports/:id/logs/:kind',
    operationId: 'getSuppressedAddressImportLog',
    permission: 'subscriber.import',
    tag,
    summary: 'Reads the log added, failed or skipped_duplicate: failed rows as CSV, else one address a line.',
    description: 'Where rows are left out, since the log may have no more bytes, its last line says how many they are.',
    files: {
      'text/csv': 'email,Error\ncid.example.com,"email is not a valid address"\n',
      'text/plain': 'ann@example.com\nbob@example.com\n',
    },
    handle: async (request, _input, reply) => {
      const row = await requireImport(request, request.params.id);
      const kind = SUPPRESSION_COUNTERS.find((each) => each === request.params.kind);
      if (kind === undefined) throw new NotFound('import log');
      const { entries, leftOut } = await countLogEntries(request.pool, row.id, kind);
      if (entries + leftOut === 0) throw new NotFound('import log');
      const isCsv = kind === 'failed';
      void reply.type(isCsv ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8');
      return reply.send(Readable.from(logText(request, row, { kind, leftOut, isCsv }), { objectMode: false }));
    },
  }),
  route({
    method: 'GET',
    path: '/suppressed_address_imports/:id',
    operationId: 'getSuppressedAddressImport',
    permission: 'subscriber.import',
    tag,
    summary: 'Shows an import of suppressed addresses, with its progress while it runs.',
    answer: suppressedAddressImportRecord,
    handle: async (request) => {
      const row = await requireImport(request, request.params.id);
      const record = renderSuppressedImport(row, request.caller.timeZone);
      const live = row.finishedAt === null ? await findLiveJob(request.db, suppressedAddressImportKind, row.id) : null;
      return live === null ? record : { ...record, progress: renderProgress(live) };
    },
  }),
];

/** The import a path names, if the caller reaches it. @throws NotFound */
async function requireImport({ caller, db }: FastifyRequest, segment: string): Promise<SuppressedAddressImport> {
  const what = 'suppressed address import';
  const found = await findSuppressedAddressImport(db, idOf(segment, what), reachOf(caller));
  if (found === null) throw new NotFound(what);
  return found;
}

async function* logText(
  { pool }: FastifyRequest,
  { id, options: { column_mapping: mapping, file_format: format } }: SuppressedAddressImport,
  log: { kind: (typeof SUPPRESSION_COUNTERS)[number]; leftOut: number; isCsv: boolean },
): AsyncGenerator<string> {
  yield* readLogBlocks(pool, id, log.kind);
  if (log.leftOut === 0) return;
  const note = `${log.leftOut} more rows are counted, but not in this log: it may have no more bytes.`;
  yield log.isCsv ? formatFailedNote(note, mapping.length, format) : `${note}\n`;
}
