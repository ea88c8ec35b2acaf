import { z } from 'zod';
import { plainWord } from './column-rule-limits.ts';

/** Marks before the decimals of a number. */
export const DECIMAL_MARKS = ['.', ','] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

/** Outcomes of the row of a cell that cannot be read. */
export const INVALID_CELLS = ['fail', 'leave_blank'] as const;

/** Effects of a blank cell on the stored value. */
export const BLANK_CELLS = ['clear', 'keep'] as const;

/** Conditions on which a column replaces stored values. */
export const OVERWRITES = ['always', 'if_blank', 'never'] as const;

/** Rule for reading the cells of a column, in addition to its entry in the mapping. */
export const columnRule = z.object({
  /** Replacements of cells that have one of these texts, in any case; '' is a blank cell. Other cells mean what they say. */
  values: z.record(z.string()).optional(),
  /** The order of day and month in the column. */
  date_format: z.enum(['mdy', 'dmy']).optional(),
  /** The mark before the decimals of the column's numbers. */
  decimal_mark: z.enum(DECIMAL_MARKS).optional(),
  /** Separator of the choices in a cell of checkboxes. */
  separator: z.string().min(1).optional(),
  /** Whether words that are no options of a field of choices yet become options of it. */
  create_options: z.boolean().optional(),
  /** Outcome of a row with a cell that cannot be read: it fails, or is imported without that value. */
  invalid: z.enum(INVALID_CELLS).optional(),
  /** Effect of a blank cell on the stored value of a field; absent: it clears it. */
  blank: z.enum(BLANK_CELLS).optional(),
  /** Condition on which stored values of a field are replaced; absent: as the options of the import say. */
  overwrite: z.enum(OVERWRITES).optional(),
});
export type ColumnRule = z.infer<typeof columnRule>;

/** One for each column of a mapping; null for one without a rule. */
export type ColumnRules = readonly (ColumnRule | null)[];

/** Compiles the `values` of a rule to what replaces a trimmed cell; null for a rule without any. */
export function compileValues(rule: ColumnRule | null | undefined): ((cell: string) => string) | null {
  if (rule?.values === undefined) return null;
  const byText = new Map(Object.entries(rule.values).map(([text, value]) => [plainWord(text), value.trim()]));
  return (cell) => byText.get(cell) ?? byText.get(cell.toLowerCase()) ?? cell;
}

/** Whether the rule imports a row without the value of a cell that cannot be read. */
export function leavesBlank(rule: ColumnRule | null | undefined): boolean {
  return rule?.invalid === 'leave_blank';
}

/** Whether the words of the column become options of its field. */
export function createsOptions(rule: ColumnRule | null | undefined): boolean {
  return rule?.create_options === true;
}
