import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { FileOwner } from '../domain/file-owner.ts';
import { notices } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';
import { sheetRows } from '../domain/sheet-rows.ts';
import { importOptions } from '../domain/subscriber-imports.ts';
import type { ImportOptions } from '../domain/subscriber-imports.ts';
import type { ImportPolicy } from '../platform/config.ts';
import { FileMissing } from './errors.ts';
import type { FileStore } from './file-store.ts';
import { settingsKey } from './source-key.ts';

/** The settings that an import is created with, apart from its source. */
export interface ImportSettings {
  readonly list: {
    readonly id: number;
    readonly organizationId: number;
    readonly primaryKeyCustomFieldId: number | null;
  };
  /** Null: immediately. */
  readonly beginsAt: Date | null;
  readonly options: ImportOptions;
  readonly notices: readonly Notice[];
  readonly policy: ImportPolicy;
  readonly sourceFormat: z.infer<typeof sourceFormat>;
}

/**
 * Keeps the settings of an import next to its source, for a database that loses its row: Temporal knows ids only. An import does not
 * need them, so a file store that does not take them within two seconds goes without.
 */
export async function keepSettings(files: FileStore, job: FileOwner, settings: ImportSettings): Promise<void> {
  const { id, organizationId, primaryKeyCustomFieldId } = settings.list;
  const stored = JSON.stringify({ ...settings, list: { id, organizationId, primaryKeyCustomFieldId } });
  const signal = AbortSignal.timeout(WRITE_MS);
  await files.write(settingsKey(job), Readable.from([Buffer.from(stored)]), { signal }).catch(() => undefined);
}

const WRITE_MS = 2_000;

/** Reads them; null when there are none, or none that this version can read. */
export async function readSettings(files: FileStore, job: FileOwner): Promise<ImportSettings | null> {
  try {
    const parsed = storedSettings.safeParse(JSON.parse(await text(Readable.from(files.read(settingsKey(job))))));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof FileMissing || error instanceof SyntaxError) return null;
    throw error;
  }
}

const sourceFormat = importOptions.shape.file_format
  .pick({ character_set: true, line_breaks: true, workbook: true })
  .extend({ sheet_rows: sheetRows })
  .partial();

const storedSettings = z.object({
  list: z.object({ id: z.number(), organizationId: z.number(), primaryKeyCustomFieldId: z.number().nullable() }),
  beginsAt: z.coerce.date().nullable(),
  options: importOptions,
  notices,
  policy: z.object({
    firstDownloadWaitMs: z.number(),
    secondDownloadWaitMs: z.number(),
    downloadTimeoutMs: z.number(),
    logRetentionMs: z.number(),
    maxDownloadBytes: z.number(),
  }),
  sourceFormat,
});
