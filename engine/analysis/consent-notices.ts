import { createNotice } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';
import type { CustomField } from '../values/custom-field.ts';
import type { FoundConsent } from './consent-columns.ts';
import { plainName } from './synonyms.ts';
import type { NamedColumn } from './table.ts';

const NAME_CHARACTERS = 60;

/** The notice of columns that speak of leaving or of consent, and are not imported as that; none without any. */
export function consentNotices(columns: readonly NamedColumn[], open: readonly FoundConsent[]): Notice[] {
  const [first] = open;
  if (first === undefined) return [];
  const name = columns[first.index]?.name ?? null;
  const column = `Column ${first.index + 1}${name === null ? '' : ` "${name.slice(0, NAME_CHARACTERS)}"`}`;
  const words = first.unknown.map((word) => `"${word.slice(0, NAME_CHARACTERS)}"`).join(', ');
  const opposed = first.opposed.map((word) => `"${word.slice(0, NAME_CHARACTERS)}"`).join(', ');
  const message =
    opposed !== ''
      ? `The saved rules for status make people active of whom ${column.replace('Column', 'column')} says that they left or ` +
        `want no mail: ${opposed}. Map it to status with column_rules for its words, or send a column_mapping without it.`
      : words === ''
        ? `${column} says who has left or wants no mail, and is not imported as that. Map it to status or remove_time, ` +
          'with column_rules for its words, or send a column_mapping without it.'
        : `${column} speaks of leaving or of consent in words that are not known: ${words}. Map it to status and say in ` +
          'column_rules what they mean, or send a column_mapping without it.';
  const rows = [...first.leavers].map((at) => at + 1);
  return [
    createNotice('consent_column', message, { columns: open.map(({ index }) => index + 1), rows, count: rows.length }),
  ];
}

/** Whether a column has the name of a field. */
export function isFieldName(fields: readonly CustomField[]): (name: string) => boolean {
  const names = new Set(fields.map(({ name }) => plainName(name)));
  return (name) => names.has(plainName(name));
}
