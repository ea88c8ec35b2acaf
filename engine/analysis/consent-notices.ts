import type { RawRow } from '../csv/record-parser.ts';
import { createNotice } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';
import type { CustomField } from '../values/custom-field.ts';
import { SAMPLE_CHARACTERS } from './column-facts.ts';
import type { FoundConsent } from './consent-columns.ts';
import { plainName } from './synonyms.ts';
import type { NamedColumn } from './table.ts';

const NAME_CHARACTERS = 60;

/** The notice of columns that speak of leaving or of consent, and are not imported as that; none without any. */
export function consentNotices(
  columns: readonly NamedColumn[],
  rows: readonly RawRow[],
  open: readonly FoundConsent[],
): Notice[] {
  const first = open.find(({ isText }) => !isText) ?? open[0];
  if (first === undefined) return [];
  const name = columns[first.index]?.name ?? null;
  const { addresses = 0, filled = 0 } = columns[first.index]?.facts ?? {};
  const isAddress = addresses > filled / 2;
  const column = `Column ${first.index + 1}${name === null ? '' : ` "${name.slice(0, NAME_CHARACTERS)}"`}`;
  const words = first.unknown.map((word) => `"${word.slice(0, NAME_CHARACTERS)}"`).join(', ');
  const opposed = first.opposed.map((word) => `"${word.slice(0, NAME_CHARACTERS)}"`).join(', ');
  const message =
    opposed !== ''
      ? `The saved rules for status make people active of whom ${column.replace('Column', 'column')} says that they left or ` +
        `want no mail: ${opposed}. Map it to status with column_rules for its words, or send a column_mapping without it.`
      : first.isText
        ? `${column} has texts that speak of leaving, such as "${exampleOf(first, rows)}", and sets no status. Give these people ` +
          `a status in a column of its own, ${isAddress ? 'or take them out of the file, with those below such a heading.' : 'take them out of the file, or say what each column feeds (column_mapping).'}`
        : first.isDoubtful === true
          ? `${column} may say who wants mail and who does not. If it does, map it to status and say in column_rules what its words ` +
            'mean; else send a column_mapping without it.'
          : first.hasUnclearName
            ? `The name of ${column.replace('Column', 'column')} can be read as consent and as its opposite. Map it to status and say in ` +
              'column_rules what its words mean, or send a column_mapping without it.'
            : words === ''
              ? `${column} says ${first.isUndeliverable === true ? 'to whom mail cannot be delivered' : 'who has left or wants no mail'}, and is not imported as that. Map it to status or remove_time, ` +
                'with column_rules for its words, or send a column_mapping without it.'
              : `${column} speaks of leaving or of consent in words that are not known: ${words}. Map it to status and say in ` +
                'column_rules what they mean, or send a column_mapping without it.';
  const leavers = [...first.leavers].map((at) => at + 1);
  return [
    createNotice('consent_column', message, {
      columns: open.map(({ index }) => index + 1),
      rows: leavers,
      count: first.count ?? leavers.length,
    }),
  ];
}

function exampleOf({ index, leavers, example }: FoundConsent, rows: readonly RawRow[]): string {
  const [first = -1] = leavers;
  return (example ?? rows[first]?.fields[index] ?? '').trim().slice(0, SAMPLE_CHARACTERS);
}

/** Whether a column has the name of a field. */
export function isFieldName(fields: readonly CustomField[]): (name: string) => boolean {
  const names = new Set(fields.map(({ name }) => plainName(name)));
  return (name) => names.has(plainName(name));
}
