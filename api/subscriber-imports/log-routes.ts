import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { formatFailedNote } from '../../engine/csv/failed-log.ts';
import type { FailedRow } from '../../engine/csv/failed-log.ts';
import { PARTIAL_LOG_COLUMNS } from '../../engine/csv/partial-log.ts';
import { hasLogEntries, readFailedRows, readLogNote } from '../../engine/db/imports/read-logs.ts';
import { readLogText } from '../../engine/db/imports/read-log-text.ts';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import { LOG_KINDS } from '../../engine/domain/subscriber-imports.ts';
import type { LogKind } from '../../engine/domain/subscriber-imports.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { route } from '../http/route.ts';
import { forSpreadsheet, ONE_COLUMN, spreadsheetQuery } from '../http/spreadsheet.ts';
import { requireSubscriberImport } from '../mailing-lists/lookups.ts';
import { sheetRowsOf } from './sheet-rows.ts';
import type { RowNumbers } from './sheet-rows.ts';

/** The failed rows of an import, streamed: the rows of its failed log, with the number and the cells of each. */
export const failedRowsRoute = route({
  method: 'GET',
  path: '/subscriber_imports/:id/failed_rows',
  operationId: 'listSubscriberImportFailedRows',
  permission: 'subscriber.import',
  tag: 'Extensions',
  summary: 'Downloads the failed rows of an import with their row numbers, as lines of JSON.',
  description:
    'Records count from 1, without the header and empty lines; line breaks within quotes do not count. Rows of a workbook have their numbers in the sheet. `sheet_row` is the number that a spreadsheet shows for the ' +
    'row: with the header and the lines above it, but without empty lines of a CSV. ' +
    'Row 0 has the columns of the file, if it has a header. Where rows are left out, since the log may have no more bytes, ' +
    'the last line has the row null, and its message says how many they are.',
  files: {
    'application/x-ndjson':
      '{"row":0,"sheet_row":1,"fields":["email","City"],"message":""}\n' +
      '{"row":12,"sheet_row":13,"fields":["cid.example.com","Berlin"],"message":"email is not a valid address"}\n',
  },
  handle: async (request, _input, reply) => {
    const { id, options, sourceFormat } = await requireSubscriberImport(request, request.params.id);
    if (!(await request.read((db) => hasLogEntries(db, id, 'failed')))) throw new NotFound('import log');

    void reply.type('application/x-ndjson; charset=utf-8');
    const rows = readFailedRows(request.db, id, options.file_format);
    return reply.send(
      Readable.from(jsonLines(rows, sheetRowsOf(options.file_format, sourceFormat)), { objectMode: false }),
    );
  },
});

/** The log of one category, streamed part by part: the failed rows as CSV, elsewhere one address a line. */
export const logRoute = route({
  method: 'GET',
  path: '/subscriber_imports/:id/logs/:kind',
  operationId: 'getSubscriberImportLog',
  permission: 'subscriber.import',
  tag: 'Subscriber imports',
  summary: 'Downloads a log of an import: failed rows as CSV, the others as one address a line.',
  description:
    'Extension: `partial` lists, as CSV, the cells that were left blank because they could not be read, with row, column and reason. ' +
    'A log has a largest size: if rows are left out, its last line says how many.',
  query: spreadsheetQuery,
  files: {
    'text/csv': 'email,City,Error\ncid.example.com,Berlin,"email is not a valid address"\n',
    'text/plain': 'ann@example.com\nbob@example.com\n',
  },
  handle: async (request, { query: choice }, reply) => {
    const row = await requireSubscriberImport(request, request.params.id);
    const kind = LOG_KINDS.find((each) => each === request.params.kind);
    const hasEntries = kind !== undefined && (await request.read((db) => hasLogEntries(db, row.id, kind)));
    if (!hasEntries) throw new NotFound('import log');

    void reply.type(isCsv(kind) ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8');
    const marks = isCsv(kind) ? row.options.file_format : ONE_COLUMN;
    const file = forSpreadsheet(logText(request, row, kind), choice, marks);
    return reply.send(Readable.from(file, { objectMode: false }));
  },
});

async function* jsonLines(batches: ReturnType<typeof readFailedRows>, numbersOf: RowNumbers): AsyncGenerator<string> {
  const lineOf = ({ rowNumber, fields, reason }: FailedRow) => {
    const numbers = rowNumber === null ? { row: null, sheet_row: null } : numbersOf(rowNumber);
    return `${JSON.stringify({ ...numbers, fields, message: reason })}\n`;
  };
  for await (const rows of batches) yield rows.map(lineOf).join('');
}

async function* logText(
  { pool, db }: FastifyRequest,
  { id, options }: SubscriberImport,
  kind: LogKind,
): AsyncGenerator<Uint8Array> {
  yield* readLogText(pool, id, kind);
  const note = await readLogNote(db, id, kind);
  if (note === null) return;
  const { column_mapping: mapping, file_format: format } = options;
  const columns = kind === 'partial' ? PARTIAL_LOG_COLUMNS - 1 : mapping.length;
  yield Buffer.from(isCsv(kind) ? formatFailedNote(note, columns, format) : `${note}\n`);
}

function isCsv(kind: LogKind): boolean {
  return kind === 'failed' || kind === 'partial';
}
