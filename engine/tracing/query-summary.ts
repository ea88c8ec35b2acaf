const MAX_LENGTH = 255;

/** Names, string literals, comments and the punctuation that separates names; everything else is skipped. */
const TOKEN = /--.*|'[^']*'|(?:[\w$]|"[^"]*")(?:[\w$.]|"[^"]*")*|[(),;]/g;
/** Commands that read or write rows, at any place of a statement. */
const ROW_COMMANDS: ReadonlySet<string> = new Set(['select', 'insert', 'update', 'delete', 'merge']);
/** Words before one of these that make it a part of another command: `for update`, `do update`, `then delete`. */
const CLAUSES: ReadonlySet<string> = new Set(['for', 'key', 'do', 'on', 'then', 'or', 'before', 'after']);
/** Commands whose target follows them without `from` or `into`. */
const NAMING: ReadonlySet<string> = new Set([
  'update',
  'truncate',
  'lock',
  'analyze',
  'vacuum',
  'copy',
  'create',
  'alter',
  'drop',
  'call',
]);
const BEFORE_TARGET: ReadonlySet<string> = new Set(['from', 'join', 'into', 'using']);
/** Words that end a list of targets. */
const AFTER_TARGETS: ReadonlySet<string> = new Set([
  'where',
  'set',
  'on',
  'values',
  'group',
  'order',
  'limit',
  'returning',
  'union',
  'when',
]);
/** Words between a command and the name of its target. */
const OF_TARGET: ReadonlySet<string> = new Set([
  'table',
  'index',
  'schema',
  'unique',
  'unlogged',
  'temporary',
  'concurrently',
  'only',
  'lateral',
  'if',
  'not',
  'exists',
]);

/** State of the parser in the statement or subquery within a pair of parentheses. */
interface Scope {
  hasCommand: boolean;
  /** The next name is a target. */
  expectsTarget: boolean;
  /** A comma is followed by another target. */
  isInTargets: boolean;
  /** A name before an opening parenthesis is a function; elsewhere the names of columns follow. */
  mayCallFunctions: boolean;
}

/**
 * Summarizes a statement as its commands and their tables in order, for example `insert import_logs select subscribers`: the
 * `db.query.summary` of OpenTelemetry. Numbers in names become `?`, so that all imports share the summaries of their tables.
 */
export function querySummary(statement: string): string {
  const tokens = (statement.match(TOKEN) ?? []).filter((token) => !/^(?:--|')/.test(token));
  const subqueries = namesOfSubqueries(tokens);
  const words: string[] = [];
  const scopes: Scope[] = [newScope()];
  tokens.forEach((token, i) => {
    const scope = scopes.at(-1) ?? newScope();
    const word = token.toLowerCase();
    const previous = tokens[i - 1]?.toLowerCase();
    if (token === '(') {
      if (scope.expectsTarget) Object.assign(scope, { expectsTarget: false, isInTargets: true });
      scopes.push(newScope());
    } else if (token === ')') {
      if (scopes.length > 1) scopes.pop();
    } else if (token === ',') {
      scope.expectsTarget = scope.isInTargets;
    } else if (token === ';') {
      Object.assign(scope, newScope());
    } else if (isCommand(word, previous)) {
      words.push(token);
      Object.assign(scope, { ...newScope(), hasCommand: true, expectsTarget: NAMING.has(word) });
    } else if (BEFORE_TARGET.has(word)) {
      scope.expectsTarget = scope.hasCommand && previous !== 'distinct';
      scope.mayCallFunctions = word !== 'into';
    } else if (scope.expectsTarget && !OF_TARGET.has(word)) {
      const isFunction = scope.mayCallFunctions && tokens[i + 1] === '(';
      if (!isFunction && !subqueries.has(word)) words.push(token.replaceAll(/\d+/g, '?'));
      Object.assign(scope, { expectsTarget: false, isInTargets: true });
    } else if (AFTER_TARGETS.has(word)) {
      scope.isInTargets = false;
    }
  });
  return shortened(words.length === 0 ? tokens.slice(0, 1) : words);
}

function newScope(): Scope {
  return { hasCommand: false, expectsTarget: false, isInTargets: false, mayCallFunctions: false };
}

function isCommand(word: string, previous: string | undefined): boolean {
  if (ROW_COMMANDS.has(word)) return previous === undefined || !CLAUSES.has(previous);
  return (previous === undefined || previous === ';') && word !== 'with' && /^[a-z]+$/.test(word);
}

/** The names that `with` gives to subqueries: they are no tables. */
function namesOfSubqueries(tokens: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  tokens.forEach((token, i) => {
    if (token.toLowerCase() !== 'as') return;
    const next = tokens.slice(i + 1, i + 4).map((other) => other.toLowerCase());
    const opening = next.find((other) => other !== 'not' && other !== 'materialized');
    if (opening === '(') names.add(tokens[i - 1]?.toLowerCase() ?? '');
  });
  return names;
}

/** Leaves out whole words beyond the limit. */
function shortened(words: readonly string[]): string {
  let summary = '';
  for (const word of words) {
    const longer = summary === '' ? word : `${summary} ${word}`;
    if (longer.length > MAX_LENGTH) break;
    summary = longer;
  }
  return summary;
}
