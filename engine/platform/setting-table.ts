import type { z } from 'zod';

/** A setting: the environment variable that sets it, the rule of its text, and how its value is written as that text again. */
export interface Setting<Variable extends string, Rule extends z.ZodTypeAny> {
  readonly variable: Variable;
  readonly rule: Rule;
  write(this: void, value: z.output<Rule>): string;
}

/** Settings by their names in the configuration. */
export type SettingTable = Readonly<Record<string, Setting<string, z.ZodTypeAny>>>;

/** The values of the settings of a table, by name. */
export type ValuesOf<Table extends SettingTable> = Readonly<
  z.output<z.ZodObject<{ [Name in keyof Table]: Table[Name]['rule'] }>>
>;

/** The rules of a table, by variable. */
export type RulesOf<Table extends SettingTable> = {
  [Name in keyof Table as Table[Name]['variable']]: Table[Name]['rule'];
};

/** Declares a setting. What is not set, and null, is written as an empty variable, unless `write` says otherwise. */
export function setting<Variable extends string, Rule extends z.ZodTypeAny>(
  variable: Variable,
  rule: Rule,
  write: (value: z.output<Rule>) => string = (value) => String(value ?? ''),
): Setting<Variable, Rule> {
  return { variable, rule, write };
}

/** The rules of a table for the schema of the environment. */
export function rulesOf<Table extends SettingTable>(table: Table): RulesOf<Table> {
  return Object.fromEntries(Object.values(table).map(({ variable, rule }) => [variable, rule])) as RulesOf<Table>;
}

/** The settings of a table from the parsed variables. */
export function valuesOf<Table extends SettingTable>(
  table: Table,
  parsed: Readonly<Record<string, unknown>>,
): ValuesOf<Table> {
  const values = Object.entries(table).map(([name, { variable }]) => [name, parsed[variable]]);
  return Object.fromEntries(values) as ValuesOf<Table>;
}

/** The variables from which these very settings are read. */
export function environmentOf<Table extends SettingTable>(
  table: Table,
  values: ValuesOf<Table>,
): Record<string, string> {
  const byName = values as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(table).map(([name, { variable, write }]) => [variable, write(byName[name])]),
  );
}
