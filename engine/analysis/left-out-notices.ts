import { joinCells } from '../csv/left-out-cells.ts';
import type { FoundCells, LeftOutColumn } from '../csv/left-out-cells.ts';
import type { RowPlan } from '../csv/row-plan.ts';
import type { Notice } from '../domain/notices.ts';
import { readEmailCell } from '../values/email-cell.ts';
import type { ColumnFacts } from './column-facts.ts';
import { notImported } from './column-notices.ts';
import { findConsentBy } from './consent-columns.ts';
import type { ConsentColumn } from './consent-column.ts';
import { consentNotices, isFieldName } from './consent-notices.ts';
import type { NamedColumn } from './table.ts';

/** Notices about columns that an import leaves out: those of its scan are about the first rows, those of the end about all. */
const OF_LEFT_OUT = new Set<Notice['code']>(['consent_column', 'not_imported']);

/** Notices of an import as they are stored: of the analysis that found its mapping, and of its scan. */
export interface StoredNotices {
  readonly notices: readonly Notice[];
  readonly scanNotices: readonly Notice[];
}

/** Replaces the notices about columns that are left out by those of the whole file, of which all cells are counted. */
export function withLeftOut(
  { notices, scanNotices }: StoredNotices,
  { names, cells, plan }: { names: readonly string[]; cells: readonly LeftOutColumn[]; plan: RowPlan },
): StoredNotices {
  const { column_mapping: mapping } = plan.options;
  const byIndex = new Map(cells.map((column) => [column.index, column]));
  const columns = mapping.map((_, index) => namedColumn(names[index], byIndex.get(index)));
  const found = findConsentBy(
    (column) => leaversIn(column, byIndex.get(column.index)),
    columns,
    isFieldName(plan.fields),
  );
  const consent = consentNotices(
    columns,
    [],
    found.filter(({ index, count = 0 }) => byIndex.has(index) && count > 0),
  );
  const told = [...consent, ...notices.filter(({ code }) => code === 'unfit_column')];
  const numbers = new Set(told.flatMap((notice) => notice.columns));
  const ofAll = [...consent, ...notImported(columns, mapping, numbers)];
  const codes = new Set(ofAll.map(({ code }) => code));
  return {
    notices: notices.filter(({ code }) => !codes.has(code)),
    scanNotices: [...scanNotices.filter(({ code }) => !OF_LEFT_OUT.has(code)), ...ofAll],
  };
}

function namedColumn(name: string | undefined, cells: LeftOutColumn | undefined): NamedColumn {
  return { name: name?.trim() ?? null, facts: { ...NO_FACTS, ...(cells !== undefined && factsOf(cells)) } };
}

function factsOf({ filled, words, values: kept }: LeftOutColumn): Partial<ColumnFacts> {
  const said = words?.filter(([word]) => word !== '') ?? null;
  const values = said?.map(([word]) => word) ?? kept;
  const addresses = values.filter((value) => readEmailCell(value) !== null).length;
  return {
    ...{ filled, values, samples: values.slice(0, SAMPLES) },
    words: said && new Map(said.map(([word, { count }]) => [word, count])),
    // Only the different cells are kept: their share stands for that of all.
    addresses: addresses === 0 ? 0 : (filled * addresses) / values.length,
  };
}

/** The rows of a column that say of their person not to mail it, among those that make their subscriber active. */
function leaversIn({ isText, leaves }: ConsentColumn, cells: LeftOutColumn | undefined) {
  const found = cells === undefined ? joinCells([]) : leavingCells(cells, isText, leaves);
  const { count, rows, example } = found;
  return { leavers: new Set(rows.map((row) => row - 1)), count, example };
}

function leavingCells(
  { words, leaving, said }: LeftOutColumn,
  isText: boolean,
  leaves: ConsentColumn['leaves'],
): FoundCells {
  if (words === null) return isText ? leaving : said;
  return joinCells(words.filter(([word]) => leaves(word)).map(([, cells]) => cells));
}

const SAMPLES = 3;
const NO_FACTS: ColumnFacts = {
  ...{ samples: [], values: [], filled: 0, words: null, addresses: 0 },
  ...{ monthFirstRows: [], dayFirstRows: [], eitherOrder: null },
};
