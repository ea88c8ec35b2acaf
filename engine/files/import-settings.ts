import { z } from 'zod';
import type { FileOwner } from '../domain/file-owner.ts';
import { notices } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';
import { sheetRows } from '../domain/sheet-rows.ts';
import { importOptions } from '../domain/subscriber-imports.ts';
import type { ImportOptions } from '../domain/subscriber-imports.ts';
import type { ImportPolicy } from '../platform/config.ts';
import type { FileStore } from './file-store.ts';
import { importPolicy, keptSettings } from './kept-settings.ts';

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
  /** The key of the import whose corrected rows it has: its id can be that of another one later. */
  readonly parentKey?: string | undefined;
}

/** Keeps the settings of an import. */
export function keepSettings(files: FileStore, job: FileOwner, settings: ImportSettings): Promise<void> {
  const { id, organizationId, primaryKeyCustomFieldId } = settings.list;
  return importSettings.keep(files, job, { ...settings, list: { id, organizationId, primaryKeyCustomFieldId } });
}

const sourceFormat = importOptions.shape.file_format
  .pick({ character_set: true, line_breaks: true, quoting: true, workbook: true })
  .extend({ sheet_rows: sheetRows })
  .partial();

const storedSettings: z.ZodType<ImportSettings, z.ZodTypeDef, unknown> = z.object({
  list: z.object({ id: z.number(), organizationId: z.number(), primaryKeyCustomFieldId: z.number().nullable() }),
  beginsAt: z.coerce.date().nullable(),
  options: importOptions,
  notices,
  policy: importPolicy,
  sourceFormat,
  parentKey: z.string().optional(),
});

/** The settings of subscriber imports. */
export const importSettings = keptSettings('imports', storedSettings);
