import type { components } from '../../client/index.ts';
import type { BarPart } from './stacked-bar.tsx';

type Counts = components['schemas']['SubscriberCounts']['counts'];

/** The counts of subscribers by status as the parts of a bar. */
export function statusParts(counts: Counts): BarPart[] {
  return [
    { name: 'active', count: counts.active, tone: 'good' },
    { name: 'unsubscribed', count: counts.unsubscribed, tone: 'neutral' },
    { name: 'bounced', count: counts.bounced, tone: 'warning' },
    { name: 'complained', count: counts.scomp, tone: 'bad' },
    { name: 'deactivated', count: counts.deactivated, tone: 'waiting' },
  ];
}

/** The subscribers of a list, whatever their status. */
export function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

const NAMES: Readonly<Record<keyof Counts, string>> = {
  active: 'active',
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  scomp: 'complained',
  deactivated: 'deactivated',
};

/** A status as readers know it: `scomp`, a spam complaint, is "complained". */
export function statusName(status: keyof Counts): string {
  return NAMES[status];
}

/** All statuses, in the order of the bars. */
export const STATUSES = Object.keys(NAMES) as (keyof Counts)[];
