import type { components } from '../../client/index.ts';
import { formatCount } from './format.ts';
import type { BarPart } from './stacked-bar.tsx';

type Counters = components['schemas']['SubscriberImport']['stats']['subscribers'];

/** The kinds of outcomes of rows; each is the name of a counter and of a log. */
export type Outcome = keyof Counters;

/** The outcomes in the order of the bar. */
export const OUTCOMES: readonly (Pick<BarPart, 'name' | 'tone'> & { readonly outcome: Outcome })[] = [
  { outcome: 'added', name: 'added', tone: 'good' },
  { outcome: 'updated', name: 'updated', tone: 'changed' },
  { outcome: 'failed', name: 'failed', tone: 'bad' },
  { outcome: 'skipped_overwrite', name: 'skipped: in the list already', tone: 'neutral' },
  { outcome: 'skipped_active', name: 'skipped: active', tone: 'neutral' },
  { outcome: 'skipped_unsubscribed', name: 'skipped: unsubscribed', tone: 'neutral' },
  { outcome: 'skipped_scomp', name: 'skipped: complained', tone: 'neutral' },
  { outcome: 'skipped_bounced', name: 'skipped: bounced', tone: 'neutral' },
  { outcome: 'skipped_deactivated', name: 'skipped: deactivated', tone: 'neutral' },
  { outcome: 'skipped_duplicate', name: 'skipped: twice in the file', tone: 'waiting' },
  { outcome: 'skipped_over_limit', name: 'skipped: over the limit of subscribers', tone: 'warning' },
];

/** The counters of an import as the last event has them, unless the page has read larger ones since: an event can be older. */
export function newerCounters(read: Counters, live: Readonly<Record<string, number>> | undefined): Counters {
  const counters = { ...read, ...live };
  return rowsOf(counters) < rowsOf(read) ? read : counters;
}

function rowsOf(counters: Counters): number {
  return OUTCOMES.reduce((rows, { outcome }) => rows + counters[outcome], 0);
}

/** The counters of an import as the parts of a bar. */
export function outcomeParts(counters: Counters, linkOf?: (outcome: Outcome) => string): BarPart[] {
  return OUTCOMES.map(({ outcome, name, tone }) => ({
    name,
    tone,
    count: counters[outcome],
    ...(linkOf !== undefined && { href: linkOf(outcome) }),
  }));
}

/** The counters as words: "2 added, 446 failed"; "–" while there are none. */
export function outcomeWords(counters: Counters): string {
  const counted = OUTCOMES.filter(({ outcome }) => counters[outcome] > 0);
  return counted.map(({ outcome, name }) => `${formatCount(counters[outcome])} ${name}`).join(', ') || '–';
}
