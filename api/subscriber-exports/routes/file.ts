import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { findExportFile } from '../../../engine/db/exports/subscriber-exports.ts';
import type { ExportFile } from '../../../engine/db/exports/subscriber-exports.ts';
import { NotFound, SluiceError } from '../../../engine/platform/errors.ts';
import type { FileOwner } from '../../../engine/domain/file-owner.ts';
import { exportPartKey } from '../../../engine/files/subscriber-export-key.ts';
import { readQuery } from '../../http/query.ts';
import { bytesForSpreadsheet, forSpreadsheet, spreadsheetQuery } from '../../http/spreadsheet.ts';
import { described } from '../../openapi/operation.ts';
import { requireSubscriberExport } from '../lookups.ts';

const operation = {
  tag: 'Subscriber exports',
  summary: 'Downloads the file of a finished export.',
  description:
    'Values are written as they are stored, also those that a spreadsheet takes for a formula, unless the call asks for formulas=escape.',
  query: spreadsheetQuery,
  files: { 'text/csv': 'email,City\nann@example.com,Bergen\nbob@example.com,Paris\n' },
};

const NOT_WHOLE = 'the file of the export is no longer whole where files are kept: create another export of the list';

/** The file of an export, streamed part by part, from its end until its retention is over. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/subscriber_exports/:id/file',
    described('downloadSubscriberExport', operation),
    async (request, reply) => {
      const choice = readQuery(request.query, spreadsheetQuery);
      const found = await requireSubscriberExport(request, request.params.id);
      const file = await findExportFile(request.db, found.id);
      if (file === null) throw new NotFound('export file');
      if (!(await isWhole(found, file))) throw new SluiceError('not_found', NOT_WHOLE);
      void reply
        .type('text/csv; charset=utf-8')
        // The name is made of the id alone.
        .header('content-disposition', `attachment; filename="${found.name}"`);
      const bytes = bytesForSpreadsheet(file.bytes, choice);
      if (bytes !== null) void reply.header('content-length', bytes);
      const written = forSpreadsheet(partsOf(found, file), choice, found.options.file_format);
      return reply.send(Readable.from(written, { objectMode: false }));
    },
  );

  /** Whether each part is there as long as it was. Once a file has begun to be sent, a part that is missing could not be said. */
  async function isWhole(job: FileOwner, { snapshot, parts, bytes }: ExportFile): Promise<boolean> {
    let found = 0;
    for (let part = 0; part < parts; part++) found += (await app.files.size(exportPartKey(job, snapshot, part))) ?? 0;
    return found === bytes;
  }

  async function* partsOf(job: FileOwner, { snapshot, parts }: ExportFile): AsyncGenerator<Uint8Array> {
    for (let part = 0; part < parts; part++) {
      for await (const block of app.files.read(exportPartKey(job, snapshot, part))) yield block;
    }
  }

  done();
}
