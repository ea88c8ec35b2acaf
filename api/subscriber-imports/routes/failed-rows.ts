import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { FailedRow } from '../../../engine/csv/failed-log.ts';
import { sheetRowOf } from '../../../engine/domain/sheet-rows.ts';
import type { SheetRows } from '../../../engine/domain/sheet-rows.ts';
import { hasLogEntries, readFailedRows } from '../../../engine/db/imports/read-logs.ts';
import { NotFound } from '../../../engine/platform/errors.ts';
import { requireSubscriberImport } from '../../mailing-lists/lookups.ts';
import { described } from '../../openapi/operation.ts';

const operation = {
  tag: 'Extensions',
  summary: 'Reads the failed rows of an import with their numbers, each as a line of JSON.',
  description:
    'Records count from 1: the header and empty lines have no number, and line breaks within quotes count for nothing. ' +
    'Of a workbook, rows have the numbers that they have in the sheet. ' +
    'Row 0 has the columns of the file, if it has a header. Where rows are left out, since the log may have no more bytes, ' +
    'the last line has the row null, and its message says how many they are.',
  files: {
    'application/x-ndjson':
      '{"row":0,"fields":["email","City"],"message":""}\n' +
      '{"row":12,"fields":["cid.example.com","Berlin"],"message":"email is not a valid address"}\n',
  },
};

/** The failed rows of an import, streamed: what its failed log has, with the number and the cells of each. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/subscriber_imports/:id/failed_rows',
    described('listSubscriberImportFailedRows', operation),
    async (request, reply) => {
      const { id, options, sourceFormat } = await requireSubscriberImport(request, request.params.id);
      if (!(await request.read((db) => hasLogEntries(db, id, 'failed')))) throw new NotFound('import log');

      void reply.type('application/x-ndjson; charset=utf-8');
      const rows = readFailedRows(request.db, id, options.file_format);
      return reply.send(Readable.from(jsonLines(rows, sourceFormat.sheet_rows), { objectMode: false }));
    },
  );

  done();
}

async function* jsonLines(
  batches: ReturnType<typeof readFailedRows>,
  runs: SheetRows | undefined,
): AsyncGenerator<string> {
  const lineOf = ({ rowNumber, fields, reason }: FailedRow) => {
    const row = rowNumber === null || rowNumber === 0 ? rowNumber : sheetRowOf(rowNumber, runs);
    return `${JSON.stringify({ row, fields, message: reason })}\n`;
  };
  for await (const rows of batches) yield rows.map(lineOf).join('');
}
