import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import {
  insertSuppressedAddressImport,
  suppressedAddressImports,
} from '../../engine/db/suppressed-address-imports/suppressed-address-imports.ts';
import type { SuppressedAddressImport } from '../../engine/db/suppressed-address-imports/suppressed-address-imports.ts';
import { reserveJobId } from '../../engine/db/jobs/new-jobs.ts';
import type { KeyClaim } from '../../engine/db/idempotency/key-claim.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import type { SuppressedAddressImportOptions } from '../../engine/domain/suppressed-address-imports.ts';
import { suppressionSettings } from '../../engine/files/suppression-settings.ts';
import { suppressedAddressImportKind as kind } from '../../engine/job-kinds/suppressed-address-import.ts';
import { suppressedAddressImportStart } from '../../engine/jobs/suppressed-address-import.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import type { Attributes } from '../http/attributes.ts';
import { arrayOf, objectOf, shortText } from '../http/values.ts';
import { startJob } from '../jobs/start-job.ts';
import { contentOf } from '../sources/content.ts';
import { requireRoom, roomFor } from '../sources/room.ts';
import { insertWithSource, sourceFilesOf, storeSentSource } from '../sources/source-files.ts';
import { fileFormatInput, fileSourceInput, readFileFormat, readFileSource } from '../sources/source-input.ts';

/** Request body of an import of suppressed addresses. */
export const suppressedAddressImportInput = objectOf({
  column_mapping: arrayOf(shortText(255), BOUNDS.importColumns.max)
    .nullish()
    .describe('For each column "email" or, to skip it, ""; exactly one is "email". Default: ["email"].'),
  file_source: fileSourceInput,
  file_format: fileFormatInput.nullish(),
});

/**
 * Creates an import of suppressed addresses: its content is stored, then its row, then its workflow is started.
 * @throws ValidationFailed when the organization has no room for it; KeyClaimed
 */
export async function createSuppressedImport(
  request: FastifyRequest,
  attributes: Attributes<typeof suppressedAddressImportInput>,
  claim: KeyClaim | null,
): Promise<SuppressedAddressImport> {
  const { server: app, caller, db } = request;
  const { organizationId, by } = caller;
  const column_mapping = readMapping(attributes);
  const { file_source, content: sent } = await readFileSource(attributes, sourceFilesOf(app, request, organizationId));
  const options = { column_mapping, file_source, file_format: readFileFormat(attributes.within('file_format')) };
  attributes.check();
  const usage = await requireRoom(app, request, organizationId);
  const job = { id: await reserveJobId(db, kind.jobRows), jobKey: randomUUID() };
  const owner = { ...job, folder: 'suppressions' } as const;
  const settings = { organizationId, name: nameOf(options), options, policy: app.config.policy };
  const [source] = await Promise.all([
    storeSentSource(app, owner, { source: file_source, content: contentOf(request, sent) }),
    suppressionSettings.keep(app.files, job, settings),
  ]);
  const room = source === null ? null : roomFor(app, organizationId, { usage, bytes: source.bytes });
  await insertWithSource(app, { job: owner, source, keepsSettings: true }, () =>
    insertSuppressedAddressImport(db, { ...job, ...settings, source, room, by, claim }),
  );
  const created = await suppressedAddressImports.find(db, job.id, null);
  if (created === null) throw new NotFound('suppressed address import');
  const start = suppressedAddressImportStart(created, app.config.workflowIdPrefix);
  await startJob(request, kind, { id: job.id, start, createdBy: by });
  return created;
}

function readMapping(attributes: Attributes<typeof suppressedAddressImportInput>): string[] {
  const mapping = (attributes.find('column_mapping') ?? ['email']).map((entry) => entry.trim().toLowerCase());
  if (mapping.filter((entry) => entry === 'email').length !== 1 || mapping.some((entry) => !COLUMNS.has(entry)))
    attributes.refuse('column_mapping', 'must have "email" once, and else blank entries');
  return mapping;
}

const COLUMNS: ReadonlySet<string> = new Set(['email', '']);

/** The name of the file; of a URL the last part of its path. */
function nameOf({ file_source: source }: SuppressedAddressImportOptions): string {
  const name = source.type === 'url' ? new URL(source.url).pathname.split('/').at(-1) || source.url : source.filename;
  return name.slice(0, 255);
}
