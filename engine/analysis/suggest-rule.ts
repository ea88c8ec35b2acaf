import type { ColumnRule } from '../domain/column-rules.ts';
import { findDecimalMark } from '../values/number-text.ts';
import type { DateFormat } from '../values/date-shapes.ts';
import { isNoDate } from '../values/leaving-texts.ts';
import type { ColumnFacts } from './column-facts.ts';
import { DATE_ENTRIES, provenBy } from './date-notices.ts';
import type { AnalysisPlan, FittingShare } from './fitting-values.ts';
import { noValueWords } from './no-value-words.ts';
import { yesNoWords } from './yes-no-words.ts';

/** Returns the rule that a column needs which feeds an entry; undefined where its cells mean what they say. */
export type RuleSuggestion = (entry: string, facts: ColumnFacts | undefined) => ColumnRule | undefined;

/**
 * Compiles the suggestion of rules for the columns of a file: what its words of yes and no mean, its decimal mark, its order of day
 * and month, what stands between its choices, and its words for no value.
 */
export function compileRuleSuggestion(
  { fields, options, list }: AnalysisPlan,
  fittingShare: FittingShare,
): RuleSuggestion {
  const keyName = fields.find(({ id }) => id === list.primaryKeyFieldId)?.name;
  const entriesOf = (type: string) => fields.filter(({ fieldType }) => fieldType === type).map(({ name }) => name);
  const flags = new Set(['confirmed', ...entriesOf('boolean')]);
  const dates = new Set([...entriesOf('date'), ...DATE_ENTRIES]);
  const usedOrder = options.date_format_sent === true ? null : options.file_format.date_format;
  // A required field that is blank fails its row.
  const optional = new Set(fields.filter(({ required }) => !required).map(({ name }) => name));
  const texts = new Set(
    [...entriesOf('text'), ...entriesOf('text_multiline')].filter((name) => name !== keyName && optional.has(name)),
  );
  const choices = new Set(entriesOf('select_multiple_checkboxes'));
  const numbers = new Set(options.file_format.decimal_mark === undefined ? entriesOf('number') : []);
  return (entry, facts) => {
    if (facts === undefined) return undefined;
    const withBlanks = (rule?: ColumnRule) => joined(rule, blankRule(entry, facts, fittingShare, rule));
    if (numbers.has(entry)) return withBlanks(numberRule(facts));
    if (dates.has(entry)) return withBlanks(dateRule(facts, usedOrder));
    if (texts.has(entry)) return textRule(facts, options.file_format.workbook === true);
    if (choices.has(entry)) return separatorRule(entry, facts, fittingShare);
    return flags.has(entry) && fittingShare(entry, facts.values) < 1 ? flagRule(facts) : undefined;
  };
}

/** The decimal mark that all numbers of the column have which show one; undefined when none does, or they contradict each other. */
function numberRule({ values }: ColumnFacts): ColumnRule | undefined {
  const mark = findDecimalMark(values);
  return mark === null ? undefined : { decimal_mark: mark };
}

/**
 * The words for no value, such as `NULL` and `n/a`, as blank cells of a column in which no other value is unfit; undefined without
 * any, and where no other value is there.
 */
function blankRule(
  entry: string,
  { values }: ColumnFacts,
  fittingShare: FittingShare,
  rule: ColumnRule | undefined,
): ColumnRule | undefined {
  const none = values.filter((value) => isNoValue(value) && fittingShare(entry, [value], rule) < 1);
  const others = values.filter((value) => !isNoValue(value));
  if (none.length === 0 || others.length === 0 || fittingShare(entry, others, rule) < 1) return undefined;
  return { values: Object.fromEntries(none.map((value) => [value.toLowerCase(), ''])) };
}

/** Words of programs for a cell without a value; zero is one. */
const NO_VALUE = /^(?:\\n|nan|#n\/a|\(blank\)|\(null\)|undefined)$/i;

function isNoValue(value: string): boolean {
  return NO_VALUE.test(value) || (isNoDate(value) && !/\d/.test(value));
}

/** Words for no value as blank cells; undefined without any. Errors of formulas in a workbook fail their rows. */
function textRule({ values }: ColumnFacts, isWorkbook: boolean): ColumnRule | undefined {
  const words = noValueWords(values).filter((word) => !(isWorkbook && word.startsWith('#')));
  return words.length === 0 ? undefined : { values: Object.fromEntries(words.map((word) => [word.toLowerCase(), ''])) };
}

/** Separators of choices that an import does not try by itself. */
const CHOICE_SEPARATORS = [
  ';#',
  '::',
  ' / ',
  '/',
  ' + ',
  '+',
  ' & ',
  '&',
  ' · ',
  '·',
  '・',
  '、',
  '，',
  '；',
  ' - ',
  ' and ',
  ' und ',
  ' et ',
  ' y ',
  ' en ',
];

/** The separator by which all cells of the column are choices of the field, where they are not without it. */
function separatorRule(entry: string, { values }: ColumnFacts, fittingShare: FittingShare): ColumnRule | undefined {
  if (fittingShare(entry, values) === 1) return undefined;
  const found = CHOICE_SEPARATORS.filter((separator) => values.some((value) => value.includes(separator)))
    .map((separator): ColumnRule => ({ separator }))
    .find((rule) => fittingShare(entry, values, rule) === 1);
  return found;
}

function joined(one: ColumnRule | undefined, other: ColumnRule | undefined): ColumnRule | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return { ...one, ...other, ...((one.values ?? other.values) && { values: { ...one.values, ...other.values } }) };
}

/** A date of zeros, such as `0/0/00` of Outlook and `0000-00-00` of databases: no date. */
const ZERO_DATE = /^0{1,4}([-/.])0{1,2}\1(?:0{4}|0{1,2})(?:[ t]00:00(?::00)?)?$/i;

/**
 * The dates of zeros as blank cells, and the order of day and month that the dates of the column alone prove, where it is another one
 * than that of the file (null: the client has said it); undefined without either.
 */
function dateRule(facts: ColumnFacts, usedOrder: DateFormat | null): ColumnRule | undefined {
  const { values } = facts;
  const [proven, another] = provenBy([facts]);
  const isOwn = usedOrder !== null && proven !== undefined && another === undefined && proven !== usedOrder;
  const zeros = [...new Set(values.filter((value) => ZERO_DATE.test(value)).map((value) => value.toLowerCase()))];
  if (zeros.length === 0 && !isOwn) return undefined;
  return {
    ...(zeros.length > 0 && { values: Object.fromEntries(zeros.map((zero) => [zero, ''])) }),
    ...(isOwn && { date_format: proven }),
  };
}

/** Yes and no in the words of the column; undefined when it has others. */
function flagRule({ words }: ColumnFacts): ColumnRule | undefined {
  const found = yesNoWords(words?.keys() ?? []);
  if (found === null) return undefined;
  return { values: Object.fromEntries([...found].map(([word, isYes]) => [word, String(isYes)])) };
}
