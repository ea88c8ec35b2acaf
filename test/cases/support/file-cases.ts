import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { analyzeSource } from '../../../engine/analysis/analyze-source.ts';
import type { AnalysisContext, SourceAnalysis } from '../../../engine/analysis/analyze-source.ts';
import type { ImportOptions, LastMapping } from '../../../engine/domain/subscriber-imports.ts';
import { joinNotices } from '../../../engine/domain/notices.ts';
import type { Notice } from '../../../engine/domain/notices.ts';
import { importFile } from '../../engine/activities/pipeline.ts';
import type { FieldSettings, ImportFixture, ImportOutcome, TestList } from '../../support/import-fixture.ts';
import { DEFAULTS } from '../../support/import-options.ts';

/** Result of a file: its analysis, its import, and the subscribers of the list by address. */
export interface ImportedFile {
  readonly analysis: SourceAnalysis;
  readonly outcome: ImportOutcome;
  readonly notices: readonly Notice[];
  readonly people: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const NAME: FieldSettings = { name: 'Name', fieldType: 'text' };
const CITY: FieldSettings = { name: 'City', fieldType: 'text' };

/** The bytes of a file of test/cases/imports. */
export function caseFile(name: string): Promise<Buffer> {
  return readFile(join(import.meta.dirname, '../imports', name));
}

/** Analyzes a file for a list, as the API does. */
export function analyzeFile(
  list: TestList,
  source: Buffer,
  { fields = [NAME, CITY], sentFormat = {}, lastMapping = null, failedLogs = [] }: CaseSettings = {},
): SourceAnalysis {
  const context: AnalysisContext = {
    plan: {
      options: DEFAULTS,
      list: { hasFormat: false, hasConfirmed: false, primaryKeyFieldId: null },
      fields: fields.map(({ name, fieldType, required = false, attributes = {}, options = [] }) => ({
        ...{ id: list.fields[name] ?? 0, name, fieldType, required, attributes, options: [...options] },
      })),
      timeZone: 'UTC',
    },
    entries: [...fields.map(({ name }) => name), 'email', 'status', 'remove_time'],
    ...{ lastMapping, failedLogs, sentFormat },
  };
  return analyzeSource({ bytes: source, isWhole: true, totalBytes: source.length }, context);
}

export interface CaseSettings {
  readonly fields?: readonly FieldSettings[];
  /** The part of the file format that the client sends. */
  readonly sentFormat?: Partial<ImportOptions['file_format']>;
  readonly lastMapping?: LastMapping | null;
  /** Hashes of the columns of the list's imports that have a failed log. */
  readonly failedLogs?: readonly string[];
}

/** Imports a file with the mapping and the format of its analysis, as "auto" does. */
export async function importAutomatically(
  fixture: ImportFixture,
  source: Buffer,
  settings: CaseSettings = {},
): Promise<ImportedFile> {
  const { fields = [NAME, CITY], sentFormat = {} } = settings;
  const list = await fixture.createList({ fields });
  const analysis = analyzeFile(list, source, settings);
  const options = {
    column_mapping: [...(analysis.mapping ?? [])],
    ...(analysis.rules !== null && { column_rules: [...analysis.rules] }),
    file_format: analysis.format,
    date_format_sent: sentFormat.date_format !== undefined,
  };
  return { analysis, ...(await importInto(fixture, list, source, options)) };
}

/** Imports a file with a mapping, and the format that the API completes what is sent with. */
export async function importExplicitly(
  fixture: ImportFixture,
  source: Buffer,
  mapping: readonly string[],
  { fields = [NAME, CITY], sentFormat = {} }: CaseSettings = {},
): Promise<Omit<ImportedFile, 'analysis'>> {
  const list = await fixture.createList({ fields });
  const file_format = { ...DEFAULTS.file_format, csv_has_headers: true, ...sentFormat };
  const date_format_sent = sentFormat.date_format !== undefined;
  return importInto(fixture, list, source, { column_mapping: [...mapping], file_format, date_format_sent });
}

async function importInto(
  fixture: ImportFixture,
  list: TestList,
  source: Buffer,
  options: Partial<ImportOptions>,
): Promise<Omit<ImportedFile, 'analysis'>> {
  const { id, ...outcome } = await importFile(fixture, list, source, options);
  const { rows } = await fixture.pool.query<{ notices: Notice[]; scan_notices: Notice[] }>(
    'select notices, scan_notices from subscriber_imports where id = $1',
    [id],
  );
  const names = Object.entries(list.fields);
  const people = (await fixture.readSubscribers(list.id)).map(({ email, status, custom_fields: values }) => {
    const fields = names.map(([name, field]) => [name, (values as Record<string, unknown>)[field] ?? null]);
    return [email, { status, ...Object.fromEntries(fields) }] as const;
  });
  return {
    outcome,
    notices: joinNotices(rows[0]?.notices ?? [], rows[0]?.scan_notices ?? []),
    people: Object.fromEntries(people),
  };
}
