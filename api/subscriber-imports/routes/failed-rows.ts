import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { hasLogEntries, readFailedRows } from '../../../engine/db/imports/read-logs.ts';
import { NotFound } from '../../../engine/platform/errors.ts';
import { requireSubscriberImport } from '../../mailing-lists/lookups.ts';
import { described } from '../../openapi/operation.ts';

const operation = {
  tag: 'Extensions',
  summary: 'Reads the failed rows of an import with their numbers, each as a line of JSON.',
  description:
    'Records count from 1: the header and empty lines have no number, and line breaks within quotes count for nothing. ' +
    'Row 0 has the columns of the file, if it has a header.',
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
      const { id, options } = await requireSubscriberImport(app, request, request.params.id);
      const { organizationId } = request.caller;
      if (!(await app.read(organizationId, (db) => hasLogEntries(db, id, 'failed')))) throw new NotFound('import log');

      void reply.type('application/x-ndjson; charset=utf-8');
      const rows = readFailedRows(app.db, id, options.file_format);
      return reply.send(Readable.from(jsonLines(rows), { objectMode: false }));
    },
  );

  done();
}

async function* jsonLines(batches: ReturnType<typeof readFailedRows>): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map(lineOf).join('');
}

function lineOf({ rowNumber, fields, reason }: { rowNumber: number; fields: readonly string[]; reason: string }) {
  return `${JSON.stringify({ row: rowNumber, fields, message: reason })}\n`;
}
