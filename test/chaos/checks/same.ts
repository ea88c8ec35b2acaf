import type { Outcome, Report } from './outcome.ts';

const EXAMPLES = 3;

/** Differences between an undisturbed outcome and another one of the same file, as sentences. */
export function differences(expected: Outcome, actual: Outcome): string[] {
  const kinds = new Set([...Object.keys(expected.logs), ...Object.keys(actual.logs)]);
  return [
    ...differentValues('the detail', expected.detail, known(actual.detail, expected.detail)),
    ...differentValues("the list's counts", expected.counts, actual.counts),
    ...differentEntries('the subscribers', expected.subscribers, actual.subscribers),
    ...[...kinds].flatMap((kind) =>
      differentEntries(`the log ${kind}`, expected.logs[kind] ?? [], actual.logs[kind] ?? []),
    ),
  ];
}

/** Differences between two collections as multisets, as sentences; empty when they are equal. */
export function differentEntries(what: string, expected: readonly string[], actual: readonly string[]): string[] {
  const balance = new Map<string, number>();
  for (const entry of expected) balance.set(entry, (balance.get(entry) ?? 0) + 1);
  for (const entry of actual) balance.set(entry, (balance.get(entry) ?? 0) - 1);
  const lacking = [...balance].filter(([, n]) => n > 0);
  const surplus = [...balance].filter(([, n]) => n < 0);
  return [
    ...(lacking.length > 0 ? [`${what} lack ${sum(lacking)}, such as ${examples(lacking)}`] : []),
    ...(surplus.length > 0 ? [`${what} have ${sum(surplus)} too many, such as ${examples(surplus)}`] : []),
  ];
}

/** A detail without counts that another one, which an earlier version may have given, does not have. */
function known({ stats, ...rest }: Report['detail'], other: Report['detail']): unknown {
  const counts = Object.entries(stats).filter(([name]) => name in other.stats);
  return { ...rest, stats: Object.fromEntries(counts) };
}

function differentValues(what: string, expected: unknown, actual: unknown): string[] {
  const [left, right] = [JSON.stringify(expected), JSON.stringify(actual)];
  return left === right ? [] : [`${what} should be ${left} and is ${right}`];
}

function sum(entries: readonly (readonly [string, number])[]): number {
  return entries.reduce((total, [, n]) => total + Math.abs(n), 0);
}

function examples(entries: readonly (readonly [string, number])[]): string {
  return entries
    .slice(0, EXAMPLES)
    .map(([entry]) => JSON.stringify(entry.slice(0, 200)))
    .join(' and ');
}
