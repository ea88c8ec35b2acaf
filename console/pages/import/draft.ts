import type { FieldSeparator } from '../../../engine/domain/field-separators.ts';
import { useEffect, useState } from 'preact/hooks';
import type { components } from '../../../client/index.ts';
import { choicesKey, joinRule, ruleKeysOf } from './column-rule.ts';
import type { ColumnRule, RuleChoices } from './column-rule.ts';
import type { Field } from './entry-type.ts';
import { consentRule } from './open-consent.ts';
import { savedRuleOf } from './rule-set.ts';
import type { RuleSet } from './rule-set.ts';
import { valueToSend } from '../../parts/value-input.tsx';
import { toFileSource } from './source.ts';
import type { Source } from './source.ts';

export type Analysis = components['schemas']['SubscriberImportAnalysis'];
export type FileFormat = Analysis['file_format'];

/** The user's choices for an import. Undefined ones are left to the analysis. */
export interface Draft {
  readonly format: Partial<FileFormat>;
  /** The entries that were chosen, by the number of the column; the empty string skips one. */
  readonly mapping: Readonly<Record<number, string>>;
  /** Numbers of the columns that decide no status on purpose, although they speak of leaving or of consent. */
  readonly leftOut: readonly number[];
  /** Chosen rules of columns, by `choicesKey`. */
  readonly rules: Readonly<Record<string, RuleChoices>>;
  /** The id of the saved rules that are used. */
  readonly ruleSet: number | null;
  readonly updates: boolean;
  readonly updatedWhat: { readonly custom_fields: boolean; readonly status: boolean };
  /** Statuses of the subscribers that are updated; null: not chosen (`updatedWhomOf`). */
  readonly updatedWhom: Readonly<Record<Status, boolean>> | null;
  /** The status of rows that have none; empty: not sent, so that no other status changes. */
  readonly status: Status | '';
  /** Values for fields whose cell is blank, by the name of the field. */
  readonly defaults: Readonly<Record<string, string>>;
  readonly deactivatesMissing: boolean;
  /** A number or a percentage; empty: the limit of the service. */
  readonly maxDeactivated: string;
  readonly maxFailed: string;
  /** The value of an input of the type datetime-local; empty: when the user starts it. */
  readonly beginsAt: string;
  /** The dry run that the draft belongs to; null: none. */
  readonly checked: Checked | null;
  /** The columns of the dry run that the draft was read from; null: it was begun in this tab. */
  readonly recorded: RecordedColumns | null;
}

/** A dry run with the settings that it was made with, as text; null while they are not written yet. */
export interface Checked {
  readonly id: number;
  readonly settings: string | null;
}

/** Entry and rule of each column of a dry run. */
export interface RecordedColumns {
  readonly mapping: readonly string[];
  readonly rules: readonly (ColumnRule | null)[] | null;
}

export type Status = components['schemas']['Subscriber']['status'];

/** The draft of an import of which nothing is chosen. */
export const NEW: Draft = {
  format: {},
  mapping: {},
  leftOut: [],
  rules: {},
  ruleSet: null,
  updates: false,
  updatedWhat: { custom_fields: true, status: false },
  updatedWhom: null,
  status: '',
  defaults: {},
  deactivatesMissing: false,
  maxDeactivated: '',
  maxFailed: '',
  beginsAt: '',
  checked: null,
  recorded: null,
};

/** Changes of a draft, or what makes them of the latest draft. */
type DraftChange = Partial<Draft> | ((latest: Draft) => Partial<Draft>);

/** The draft for a list and a source, which a reload of the page does not lose. */
export function useDraft(listId: number, source: Source | null) {
  const item = `sluice.import/${listId}/${source === null ? '' : JSON.stringify(toFileSource(source))}`;
  const [kept, setKept] = useState({ item, draft: read(item) });
  const draftOf = (known: typeof kept) => (known.item === item ? known.draft : read(item));
  const draft = draftOf(kept);
  useEffect(() => {
    if (source !== null) sessionStorage.setItem(item, JSON.stringify(draft));
  }, [item, draft]);
  // A call that was made before a choice can end after it.
  const change = (changes: DraftChange) =>
    setKept((known) => {
      const latest = draftOf(known);
      return { item, draft: { ...latest, ...(typeof changes === 'function' ? changes(latest) : changes) } };
    });
  return { draft, change };
}

function read(item: string): Draft {
  const text = sessionStorage.getItem(item);
  return text === null ? NEW : { ...NEW, ...(JSON.parse(text) as Partial<Draft>) };
}

/** The statuses of the subscribers that are updated: any, unless it is a status that changes, then active ones alone. */
export function updatedWhomOf({ updatedWhom, updatedWhat }: Draft): Readonly<Record<Status, boolean>> {
  const others = !updatedWhat.status;
  return updatedWhom ?? { active: true, unsubscribed: others, bounced: others, scomp: others, deactivated: others };
}

/** The entry of each column: the chosen one, or else the suggested one. */
export function mappingOf({ mapping }: Draft, analysis: Analysis): string[] {
  return analysis.columns.map(({ number, suggestion }) => mapping[number] ?? suggestion ?? '');
}

/**
 * The rule of each column: what was chosen for its entry, and what is suggested for the suggested one, or recorded by the dry run.
 * The analysis suggests with the saved rules; for another entry they are taken as they are, and in a column of consent its known words.
 */
export function rulesOf({ draft, analysis, fields, saved }: RuleChoicesOfColumns): (ColumnRule | null)[] {
  const mapping = mappingOf(draft, analysis);
  return analysis.columns.map(({ number, suggestion, consent }, at) => {
    const entry = mapping[at] ?? '';
    if (entry === '') return null;
    const keys = ruleKeysOf(entry, fields, analysis.primary_key);
    const isRecorded = draft.recorded?.mapping[at] === entry;
    const suggested = isRecorded
      ? (draft.recorded?.rules?.[at] ?? null)
      : entry === suggestion
        ? (analysis.column_rules?.[at] ?? null)
        : joinRule(consentRule(consent, entry), savedRuleOf(saved, entry) ?? {}, keys);
    return joinRule(suggested, draft.rules[choicesKey(number, entry)] ?? {}, keys);
  });
}

/** The draft's change to another entry of a column, of which nothing is decided then. */
export function chooseEntry({ mapping, leftOut }: Draft, column: number, entry: string): Partial<Draft> {
  return { mapping: { ...mapping, [column]: entry }, leftOut: leftOut.filter((each) => each !== column) };
}

/** The draft's change to other choices for how the cells of a column are read. */
export function chooseRule({ rules }: Draft, key: string, choices: RuleChoices): Partial<Draft> {
  const known = rules[key] ?? {};
  const values = { ...known.values, ...choices.values };
  return { rules: { ...rules, [key]: { ...known, ...choices, values } } };
}

/** The draft's change to another format. Entries that were chosen stay with their columns, unless these may be others now. */
export function chooseFormat({ format: known }: Draft, format: Partial<FileFormat>): Partial<Draft> {
  const isOther = CUTTING.some((key) => known[key] !== format[key]);
  return { format, ...(isOther && { mapping: {}, leftOut: [], recorded: null }) };
}

/** The format keys that determine the columns of a file. */
const CUTTING = ['csv_field_separator', 'csv_field_enclosure', 'skip_lines', 'sheet'] as const;

/** The parts of the rules of columns. */
interface RuleChoicesOfColumns {
  readonly draft: Draft;
  readonly analysis: Analysis;
  readonly fields: readonly Field[];
  /** The saved rules that are used. */
  readonly saved: RuleSet | null;
}

/** The parts of the options of an import. */
interface ImportChoices extends RuleChoicesOfColumns {
  readonly source: Source;
}

/** The options of the import, as the API takes them; those of the source come with them. */
export function optionsOf({ source, ...choices }: ImportChoices) {
  const { draft, analysis } = choices;
  const rules = rulesOf(choices);
  const defaults = Object.entries(draft.defaults).flatMap(([name, text]) => {
    const field = choices.fields.find((each) => each.name === name);
    return text === '' || field === undefined ? [] : [[name, valueToSend(field, text)] as const];
  });
  // Left to the service then, so that the record of the import says that the encoding is a guess.
  const isGuess = analysis.notices.some(({ code }) => code === 'guessed_encoding');
  return {
    file_source: toFileSource(source),
    file_format: { ...analysis.file_format, ...(isGuess && { character_set: 'auto' }), ...draft.format } as ApiFormat,
    column_mapping: mappingOf(draft, analysis),
    ...(rules.some((rule) => rule !== null) && { column_rules: rules }),
    overwrite: draft.updates,
    ...(draft.updates && { overwrite_what: draft.updatedWhat, overwrite_when_status: updatedWhomOf(draft) }),
    ...(draft.status !== '' && { subscriber_defaults: { status: draft.status } }),
    ...(defaults.length > 0 && { default_custom_fields: Object.fromEntries(defaults) }),
    deactivate_subscribers_not_in_import: draft.deactivatesMissing,
    ...(draft.deactivatesMissing && draft.maxDeactivated !== '' && { max_deactivated: limitOf(draft.maxDeactivated) }),
    ...(draft.maxFailed !== '' && { max_failed_records: limitOf(draft.maxFailed) }),
  };
}

/** The analysis writes the enclosure and the separator as any text. */
type ApiFormat = Omit<FileFormat, 'csv_field_enclosure' | 'csv_field_separator'> & {
  csv_field_enclosure: '"' | "'";
  csv_field_separator: FieldSeparator;
};

function limitOf(text: string): number | string {
  return /^\d+$/.test(text.trim()) ? Number(text) : text.trim();
}
