import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { formatFailedNote } from '../../../engine/csv/failed-log.ts';
import { PARTIAL_LOG_COLUMNS } from '../../../engine/csv/partial-log.ts';
import type { SubscriberImport } from '../../../engine/db/imports/subscriber-imports.ts';
import { LOG_KINDS } from '../../../engine/domain/subscriber-imports.ts';
import type { LogKind } from '../../../engine/domain/subscriber-imports.ts';
import { hasLogEntries, readLogNote } from '../../../engine/db/imports/read-logs.ts';
import { readLogText } from '../../../engine/db/imports/read-log-text.ts';
import { NotFound } from '../../../engine/platform/errors.ts';
import { requireSubscriberImport } from '../../mailing-lists/lookups.ts';
import { readQuery } from '../../http/query.ts';
import { forSpreadsheet, spreadsheetQuery } from '../../http/spreadsheet.ts';
import { described } from '../../openapi/operation.ts';

const operation = {
  tag: 'Subscriber imports',
  summary: 'Reads the log of one kind: failed rows as CSV, of the others one address a line.',
  description:
    'Extension: `partial` has the cells that were left blank since they could not be read, as CSV with their rows, columns and reasons. ' +
    'Where rows are left out, since the log may have no more bytes, its last line says how many they are.',
  query: spreadsheetQuery,
  files: {
    'text/csv': 'email,City,Error\ncid.example.com,Berlin,"email is not a valid address"\n',
    'text/plain': 'ann@example.com\nbob@example.com\n',
  },
};

/** Marks that no address has. */
const ONE_COLUMN = { csv_field_separator: ',', csv_field_enclosure: '"' };

/** The log of one category, streamed part by part: the failed rows as CSV, elsewhere one address a line. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string; kind: string } }>(
    '/subscriber_imports/:id/logs/:kind',
    described('getSubscriberImportLog', operation),
    async (request, reply) => {
      const choice = readQuery(request.query, spreadsheetQuery);
      const row = await requireSubscriberImport(request, request.params.id);
      const kind = LOG_KINDS.find((each) => each === request.params.kind);
      const hasEntries = kind !== undefined && (await request.read((db) => hasLogEntries(db, row.id, kind)));
      if (!hasEntries) throw new NotFound('import log');

      void reply.type(isCsv(kind) ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8');
      const marks = isCsv(kind) ? row.options.file_format : ONE_COLUMN;
      const file = forSpreadsheet(logText(request, row, kind), choice, marks);
      return reply.send(Readable.from(file, { objectMode: false }));
    },
  );

  done();
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
