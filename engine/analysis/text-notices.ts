import type { RowPlan } from '../csv/row-plan.ts';
import { compileValues } from '../domain/column-rules.ts';
import { createNotice } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';
import { called } from './column-notices.ts';
import { mayBeNoValue } from './no-value-words.ts';
import type { NamedColumn } from './table.ts';

const SHOWN_WORDS = 5;
const TEXTS: ReadonlySet<string> = new Set(['text', 'text_multiline']);
/** A number as spreadsheets show a long one: of its digits only the first are left. */
const SHORTENED = /^[+-]?\d(?:[.,]\d+)?e\+\d{1,3}$/i;

/** The notices of cells of text fields that are no texts of people: words for no value, and numbers that have lost digits. */
export function textNotices(columns: readonly NamedColumn[], plan: RowPlan): Notice[] {
  const { fields, options } = plan;
  const texts = new Set(fields.filter(({ fieldType }) => TEXTS.has(fieldType)).map(({ name }) => name));
  const mapped = columns.flatMap(({ name, facts }, index) =>
    texts.has(options.column_mapping[index] ?? '') ? [{ name, index, values: facts.values }] : [],
  );
  return [...blankWords(mapped, plan), ...lostDigits(mapped)];
}

interface TextColumn {
  readonly name: string | null;
  readonly index: number;
  readonly values: readonly string[];
}

function blankWords(columns: readonly TextColumn[], { options }: RowPlan): Notice[] {
  const found = columns.flatMap(({ name, index, values }) => {
    const meaning = compileValues(options.column_rules?.[index]);
    return values.filter(mayBeNoValue).map((word) => ({ name, index, word, isBlank: meaning?.(word) === '' }));
  });
  const [first] = found;
  if (first === undefined) return [];
  const blank = found.filter(({ isBlank }) => isBlank);
  const kept = found.filter(({ isBlank }) => !isBlank);
  const quoted = (words: typeof found) =>
    [...new Set(words.map(({ word }) => `"${word}"`))].slice(0, SHOWN_WORDS).join(', ');
  const cells = (words: typeof found) => (words.length === 1 ? '1 cell' : `${words.length} cells`);
  const sentences = [
    ...(blank.length === 0 ? [] : [`${quoted(blank)} in ${cells(blank)} of the first rows is read as blank.`]),
    ...(kept.length === 0
      ? []
      : [
          `${quoted(kept)} in ${cells(kept)} of the first rows is imported as it is. If it stands for no value, say that it means a ` +
            'blank cell (column_rules, values).',
        ]),
  ];
  return [
    createNotice('blank_words', `Column ${called(first.name, first.index)}: ${sentences.join(' ')}`, {
      columns: [...new Set(found.map(({ index }) => index + 1))],
      count: found.length,
    }),
  ];
}

function lostDigits(columns: readonly TextColumn[]): Notice[] {
  const found = columns.flatMap(({ name, index, values }) =>
    values.filter((value) => SHORTENED.test(value)).map((value) => ({ name, index, value })),
  );
  const [first] = found;
  if (first === undefined) return [];
  const message =
    `A spreadsheet has shortened numbers of ${called(first.name, first.index)}, in ${found.length} of the first rows: "${first.value}". ` +
    'Their last digits are not in the file. Give the column the format of texts in the spreadsheet, correct its numbers, and save it again.';
  return [
    createNotice('lost_digits', message, {
      columns: [...new Set(found.map(({ index }) => index + 1))],
      count: found.length,
    }),
  ];
}
