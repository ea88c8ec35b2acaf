import type { ColumnRule } from '../domain/column-rules.ts';
import { findDecimalMark } from '../values/number-text.ts';
import type { ColumnFacts } from './column-facts.ts';
import type { AnalysisPlan, FittingShare } from './fitting-values.ts';
import { yesNoWords } from './yes-no-words.ts';

/** Returns the rule that a column needs which feeds an entry; undefined where its cells mean what they say. */
export type RuleSuggestion = (entry: string, facts: ColumnFacts | undefined) => ColumnRule | undefined;

/** Compiles the suggestion of rules for the columns of a file: what its words of yes and no mean, its decimal mark, and its dates of zeros. */
export function compileRuleSuggestion({ fields, options }: AnalysisPlan, fittingShare: FittingShare): RuleSuggestion {
  const entriesOf = (type: string) => fields.filter(({ fieldType }) => fieldType === type).map(({ name }) => name);
  const flags = new Set(['confirmed', ...entriesOf('boolean')]);
  const dates = new Set(entriesOf('date'));
  const numbers = new Set(options.file_format.decimal_mark === undefined ? entriesOf('number') : []);
  return (entry, facts) => {
    if (facts === undefined) return undefined;
    if (numbers.has(entry)) return numberRule(facts);
    if (dates.has(entry)) return dateRule(facts);
    return flags.has(entry) && fittingShare(entry, facts.values) < 1 ? flagRule(facts) : undefined;
  };
}

/** The decimal mark that all numbers of the column have which show one; undefined when none does, or they contradict each other. */
function numberRule({ values }: ColumnFacts): ColumnRule | undefined {
  const mark = findDecimalMark(values);
  return mark === null ? undefined : { decimal_mark: mark };
}

/** A date of zeros, such as `0/0/00` of Outlook and `0000-00-00` of databases: no date. */
const ZERO_DATE = /^0{1,4}([-/.])0{1,2}\1(?:0{4}|0{1,2})(?:[ t]00:00(?::00)?)?$/i;

/** The dates of zeros as blank cells; undefined without any. */
function dateRule({ values }: ColumnFacts): ColumnRule | undefined {
  const zeros = [...new Set(values.filter((value) => ZERO_DATE.test(value)).map((value) => value.toLowerCase()))];
  return zeros.length === 0 ? undefined : { values: Object.fromEntries(zeros.map((zero) => [zero, ''])) };
}

/** Yes and no in the words of the column; undefined when it has others. */
function flagRule({ words }: ColumnFacts): ColumnRule | undefined {
  const found = yesNoWords(words?.keys() ?? []);
  if (found === null) return undefined;
  return { values: Object.fromEntries([...found].map(([word, isYes]) => [word, String(isYes)])) };
}
