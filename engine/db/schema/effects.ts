import { parseBackfill } from './backfill.ts';

/** The lock that a statement takes on a table, as Postgres names it, or none that others wait for. */
export type TableLock =
  'access exclusive' | 'share row exclusive' | 'share' | 'share update exclusive' | 'row exclusive';

/** Work of a statement on the rows of a table. */
export type RowWork =
  /** It reads and changes no rows. */
  | 'none'
  /** It reads all of them. */
  | 'scan'
  /** It reads all of them and builds an index. */
  | 'index'
  /** It reads them twice and builds an index while they are written. */
  | 'concurrent index'
  /** It writes the table again. */
  | 'rewrite'
  /** It changes rows in one transaction. */
  | 'update'
  /** It changes rows in a transaction for some pages each. */
  | 'batches';

/** Effect of a statement on one table that may have rows; null: not known. */
export interface Effect {
  readonly table: string;
  readonly lock: TableLock | null;
  readonly work: RowWork | null;
  /** The part of the statement that does it. */
  readonly action: string;
  /** The index that it builds, as `create index` has it after the table: method, columns and conditions. */
  readonly index?: string;
}

/** Finds what a statement of a migration does to tables that are there already; null: not known. */
export function effectsOf(statement: string): readonly Effect[] | null {
  const backfill = parseBackfill(statement);
  if (backfill !== null) return [{ table: backfill.table, lock: 'row exclusive', work: 'batches', action: 'update' }];
  const flat = statement.replace(/\s+/g, ' ').trim();
  for (const [pattern, read] of STATEMENTS) {
    const found = pattern.exec(flat);
    if (found !== null) return read(found[1] ?? '', flat.slice(found[0].length).trim(), flat);
  }
  return null;
}

type Reader = (table: string, rest: string, statement: string) => readonly Effect[] | null;

const one =
  (lock: TableLock, work: RowWork, action: string): Reader =>
  (table, rest) => [{ table, lock, work, action, ...(work.endsWith('index') && { index: rest }) }];

/** The first that fits; what is not here is not known. */
const STATEMENTS: readonly (readonly [pattern: RegExp, read: Reader])[] = [
  [/^create (?:unlogged )?table (?:if not exists )?\w+/i, (_, rest) => referenced(rest)],
  [/^create (?:schema|type|sequence|function|or replace function|view|extension|domain)\b/i, () => []],
  [/^(?:comment on|insert into|drop (?:function|type|sequence|view|schema))\b/i, () => []],
  [
    /^create (?:unique )?index concurrently (?:if not exists )?\w+ on (\w+)/i,
    one('share update exclusive', 'concurrent index', 'create index concurrently'),
  ],
  [/^create (?:unique )?index (?:if not exists )?\w+ on (?:only )?(\w+)/i, one('share', 'index', 'create index')],
  [/^drop index concurrently (?:if exists )?(\w+)/i, one('share update exclusive', 'none', 'drop index concurrently')],
  [/^drop index (?:if exists )?(\w+)/i, one('access exclusive', 'none', 'drop index')],
  [/^drop table (?:if exists )?(\w+)/i, one('access exclusive', 'none', 'drop table')],
  [/^(?:update|delete from) (\w+)/i, one('row exclusive', 'update', 'update')],
  [
    /^alter table (?:if exists )?(?:only )?(\w+)/i,
    (table, rest) => actionsOf(rest).flatMap((action) => alteration(table, action)),
  ],
];

/** The actions of an `alter table`: its parts between commas outside of parentheses and quotes. */
function actionsOf(rest: string): readonly string[] {
  const actions = [''];
  let depth = 0;
  let quote = '';
  for (const character of rest) {
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === "'" || character === '"') quote = character;
    else depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (character === ',' && depth === 0 && quote === '') actions.push('');
    else actions[actions.length - 1] += character;
  }
  return actions.map((action) => action.trim());
}

function alteration(table: string, action: string): readonly Effect[] {
  for (const [pattern, lock, work] of ALTERATIONS) {
    if (!pattern.test(action)) continue;
    const [, columns] = /\b(?:unique|primary key)(?: nulls (?:not )?distinct)? ?(\([^)]+\))/i.exec(action) ?? [];
    const isIndexed = work === 'index' && columns !== undefined;
    return [{ table, lock, work, action, ...(isIndexed && { index: columns }) }, ...referenced(action)];
  }
  return [{ table, lock: null, work: null, action }];
}

/** Values that differ from row to row, so that Postgres writes each row again. */
const VOLATILE = /default [^,]*\b(?:gen_random_uuid|random|nextval|clock_timestamp|timeofday)\b/i;

/** The first that fits. A lock on partitions is the same as on their table. */
const ALTERATIONS: readonly (readonly [pattern: RegExp, lock: TableLock, work: RowWork])[] = [
  [/^add column .*\bgenerated always as \(/i, 'access exclusive', 'rewrite'],
  [/^add column .*\b(?:generated .* as identity|bigserial|serial)\b/i, 'access exclusive', 'rewrite'],
  [new RegExp(`^add column .*${VOLATILE.source}`, 'i'), 'access exclusive', 'rewrite'],
  [/^add column .*\b(?:unique|primary key)\b/i, 'access exclusive', 'index'],
  [/^add column .*\b(?:references|check)\b/i, 'access exclusive', 'scan'],
  [/^add column\b/i, 'access exclusive', 'none'],
  [/^alter column \w+ (?:set data )?type\b/i, 'access exclusive', 'rewrite'],
  [/^alter column \w+ set not null\b/i, 'access exclusive', 'scan'],
  [/^alter column \w+ set statistics\b/i, 'share update exclusive', 'none'],
  [/^alter column \w+ (?:set|drop)\b/i, 'access exclusive', 'none'],
  [/^add constraint \w+ (?:unique|primary key) using index\b/i, 'access exclusive', 'none'],
  [/^add (?:constraint \w+ )?(?:unique|primary key|exclude)\b/i, 'access exclusive', 'index'],
  [/^add (?:constraint \w+ )?foreign key .*\bnot valid$/i, 'share row exclusive', 'none'],
  [/^add (?:constraint \w+ )?foreign key\b/i, 'share row exclusive', 'scan'],
  [/^add (?:constraint \w+ )?.*\bnot valid$/i, 'access exclusive', 'none'],
  [/^add (?:constraint \w+ )?(?:check|not null)\b/i, 'access exclusive', 'scan'],
  [/^validate constraint\b/i, 'share update exclusive', 'scan'],
  [/^(?:drop (?:column|constraint)|rename)\b/i, 'access exclusive', 'none'],
  [/^set (?:logged|unlogged|tablespace|access method)\b/i, 'access exclusive', 'rewrite'],
  [/^set \(/i, 'share update exclusive', 'none'],
];

/** The tables that a definition refers to. */
function referenced(definition: string): readonly Effect[] {
  return [...definition.matchAll(/\breferences (\w+)/gi)].map(([action, table = '']) => ({
    ...{ table, lock: 'share row exclusive' as const, work: 'none' as const, action },
  }));
}
