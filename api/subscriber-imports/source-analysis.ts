import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SourceAnalysis } from '../../engine/analysis/analyze-source.ts';
import { readSourceHead } from '../../engine/analysis/source-head.ts';
import type { SourceHead } from '../../engine/analysis/source-head.ts';
import { findLastMapping, listFailedLogColumns } from '../../engine/db/imports/last-mapping.ts';
import type { ListHead } from '../../engine/db/lists/mailing-lists.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { characterSetOfText } from '../../engine/domain/character-sets.ts';
import type { SavedRules } from '../../engine/domain/saved-rules.ts';
import type { ImportOptions } from '../../engine/domain/subscriber-imports.ts';
import { download } from '../../engine/files/download.ts';
import { FileError } from '../../engine/files/errors.ts';
import { readFirst } from '../../engine/files/read-first.ts';
import { PACKED_HEAD_BYTES, packingOf } from '../../engine/workbooks/packing.ts';
import { unpackGzip } from '../../engine/files/unpack-gzip.ts';
import { uploadKey } from '../../engine/files/upload-key.ts';
import { ValidationFailed } from '../../engine/platform/errors.ts';
import type { CustomField } from '../../engine/values/custom-field.ts';
import type { LongText } from '../http/bodies/long-text.ts';
import { encodeContent } from '../sources/content.ts';
import { mappingEntries } from './mapping-input.ts';
import { packingOfUpload } from '../sources/source-files.ts';
import { readPackedHead, readPackedUrl } from './packed-head.ts';
import type { Packing } from './packed-head.ts';

/** A source to analyze for a list. */
export interface AnalyzedSource {
  readonly list: ListHead;
  readonly fields: readonly CustomField[];
  readonly timeZone: string;
  readonly fileSource: ImportOptions['file_source'];
  /** The text of inline content. */
  readonly content: string | LongText | null;
  readonly sentFormat: Partial<ImportOptions['file_format']>;
  readonly savedRules: SavedRules;
}

/**
 * Analyzes the beginning of the source of an import, a few of an organization at a time.
 * @throws TooManyCalls; ValidationFailed when the source cannot be read
 */
export async function analyzeImportSource(
  app: FastifyInstance,
  { db }: FastifyRequest,
  source: AnalyzedSource,
): Promise<SourceAnalysis> {
  const { list, fields, timeZone, sentFormat, savedRules } = source;
  const analysis = await app.analyze(list.organizationId, async () => ({
    head: await readHead(app, source),
    context: {
      plan: {
        options: OPTIONS,
        list: {
          hasFormat: list.hasFormat,
          hasConfirmed: list.hasConfirmed,
          primaryKeyFieldId: list.primaryKeyCustomFieldId,
        },
        fields,
        timeZone,
      },
      ...{ entries: mappingEntries(list, fields), savedRules, fileSource: source.fileSource },
      lastMapping: await findLastMapping(db, list.id, fields),
      failedLogs: await listFailedLogColumns(db, list.id),
      sentFormat: source.content === null ? sentFormat : ofText(sentFormat),
    },
  }));
  const { character_set = analysis.format.character_set } = sentFormat;
  return { ...analysis, format: { ...analysis.format, character_set } };
}

/** The format of a text, whose encoding is not what the client calls it. */
function ofText(sentFormat: AnalyzedSource['sentFormat']): AnalyzedSource['sentFormat'] {
  const { character_set } = sentFormat;
  return character_set === undefined ? sentFormat : { ...sentFormat, character_set: characterSetOfText(character_set) };
}

/** Values for the options of an import, which do not matter to the columns of a file. */
const OPTIONS: ImportOptions = {
  overwrite: false,
  deactivate_subscribers_not_in_import: false,
  autoresponders: {
    subscription: { trigger: false, also_trigger_on_updated_subscribers: false },
    api: { trigger_new: null, trigger_updated: null },
  },
  overwrite_what: { custom_fields: true, confirmed: false, format: false, status: false },
  overwrite_when_status: { active: true, unsubscribed: false, bounced: false, deactivated: false, scomp: false },
  column_mapping: [],
  default_custom_fields: {},
  file_source: { type: 'json', filename: 'data' },
  file_format: {
    character_set: 'UTF-8',
    csv_has_headers: true,
    csv_field_enclosure: '"',
    csv_field_separator: ',',
    date_format: 'mdy',
  },
  subscriber_defaults: { status: 'active' },
  default_status_sent: false,
};

async function readHead(app: FastifyInstance, source: AnalyzedSource): Promise<SourceHead> {
  const { list, fileSource, content, sentFormat } = source;
  const { organizationId } = list;
  const packing = { owner: organizationId, sheet: sentFormat.sheet ?? null };
  if (content !== null) {
    const bytes = typeof content === 'string' ? Buffer.byteLength(content) : content.bytes;
    return { ...(await readSourceHead(encodeContent(content), bytes)), isText: true };
  }
  try {
    if (fileSource.type === 'url') return await readUrl(app, fileSource.url, packing);
    if (fileSource.type === 'upload') return await readUpload(app, fileSource.id, packing);
    const { filename } = fileSource as typeof fileSource & { type: 'upload_directory' };
    return await readUploaded(app, filename, packing);
  } catch (error) {
    if (error instanceof FileError) throw new ValidationFailed(`file_source: ${error.message}`, { cause: error });
    throw error;
  }
}

/** The size of a compressed file says nothing of its records. */
function readGzipHead({ config }: FastifyInstance, file: AsyncIterable<Uint8Array>): Promise<SourceHead> {
  return readSourceHead(unpackGzip(file, { maxBytes: config.uploadBytes }), null);
}

async function readUploaded(app: FastifyInstance, filename: string, packing: Packing): Promise<SourceHead> {
  const { owner } = packing;
  const size = await app.uploads.size(owner, filename);
  const { first, all } = await readFirst(await app.uploads.open(owner, filename), PACKED_HEAD_BYTES);
  const how = packingOf(first);
  if (how === 'gzip') return readGzipHead(app, all);
  if (how === null || size === null) return readSourceHead(all, size);
  await all.return();
  const read = async (start: number, end: number) => buffer(await app.uploads.open(owner, filename, { start, end }));
  return readPackedHead(app, { bytes: size, read }, packing);
}

async function readUpload(app: FastifyInstance, id: string, packing: Packing): Promise<SourceHead> {
  const key = uploadKey(id);
  const file = app.files.read(key);
  const bytes = await app.files.size(key);
  const how = await packingOfUpload(app, id);
  if (how === null || bytes === null) return readSourceHead(file, bytes);
  if (how === 'zip') {
    const read = (start: number, end: number) => buffer(app.files.read(key, { start, end }));
    return readPackedHead(app, { bytes, read }, packing);
  }
  return readGzipHead(app, file);
}

async function readUrl(app: FastifyInstance, url: string, packing: Packing): Promise<SourceHead> {
  const { config } = app;
  const signal = AbortSignal.timeout(BOUNDS.analysisTime.max);
  try {
    const { body, contentLength } = await download(url, {
      signal,
      maxBytes: config.policy.maxDownloadBytes,
      allowPrivateUrls: config.allowPrivateUrls,
    });
    const { first, all } = await readFirst(body, PACKED_HEAD_BYTES);
    const how = packingOf(first);
    if (how === 'zip') return await readPackedUrl(app, all, packing);
    return how === 'gzip' ? await readGzipHead(app, all) : await readSourceHead(all, contentLength);
  } catch (error) {
    if (!signal.aborted) throw error;
    const seconds = BOUNDS.analysisTime.max / 1000;
    throw new ValidationFailed(`file_source: the server of the URL did not send the beginning within ${seconds} s`);
  }
}
