import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { formatFailedNote } from '../../engine/csv/failed-log.ts';
import { countLogEntries, readLogBlocks } from '../../engine/db/suppressed-address-imports/logs.ts';
import { suppressedAddressImports } from '../../engine/db/suppressed-address-imports/suppressed-address-imports.ts';
import type { SuppressedAddressImport } from '../../engine/db/suppressed-address-imports/suppressed-address-imports.ts';
import { SUPPRESSION_COUNTERS } from '../../engine/domain/suppressed-address-imports.ts';
import { suppressedAddressImportKind } from '../../engine/job-kinds/suppressed-address-import.ts';
import { suppressedAddressImportStart } from '../../engine/jobs/suppressed-address-import.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { wrapped } from '../http/attributes.ts';
import { PAGES_OF_100, readPage } from '../http/paging.ts';
import { route } from '../http/route.ts';
import { jobLookup, jobRoutes } from '../jobs/job-routes.ts';
import { CLIENT_COMMANDS } from '../jobs/jobs.ts';
import { createSuppressedImport, suppressedAddressImportInput } from './new-import.ts';
import { renderNewSuppressedImport, renderSuppressedImport, suppressedAddressImportRecord } from './record.ts';

const tag = 'Suppressed addresses';

const requireImport = jobLookup(suppressedAddressImports, 'suppressed address import');

const job = jobRoutes({
  kind: suppressedAddressImportKind,
  commands: CLIENT_COMMANDS,
  path: '/suppressed_address_imports/:id',
  resource: 'SuppressedAddressImport',
  permission: 'subscriber.import',
  tag,
  ...{ noun: 'import', job: 'an import of suppressed addresses' },
  answer: suppressedAddressImportRecord,
  find: requireImport,
  startOf: suppressedAddressImportStart,
  render: renderSuppressedImport,
  showsProgress: true,
});

export default [
  ...job.commands,
  route({
    method: 'POST',
    path: '/suppressed_address_imports',
    operationId: 'createSuppressedAddressImport',
    permission: 'subscriber.import',
    tag,
    summary: 'Creates an import of addresses to suppress.',
    description: 'It takes the same sources and the same file_format as a subscriber import.',
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
        list: (db) => suppressedAddressImports.list(db, { organizationId }, paging),
        count: (db) => suppressedAddressImports.count(db, { organizationId }),
        render: (row) => renderSuppressedImport(row, timeZone),
      }),
  }),
  route({
    method: 'GET',
    path: '/suppressed_address_imports/:id/logs/:kind',
    operationId: 'getSuppressedAddressImportLog',
    permission: 'subscriber.import',
    tag,
    summary:
      'Downloads the log added, failed or skipped_duplicate: failed rows as CSV, the others as one address a line.',
    description: 'A log has a largest size: if rows are left out, its last line says how many.',
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
  job.show,
];

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
