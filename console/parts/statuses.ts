import type { components } from '../../client/index.ts';
import type { BarPart } from './stacked-bar.tsx';

type Counts = components['schemas']['SubscriberCounts']['counts'];

/** A status of a subscriber. */
export type Status = keyof Counts;

/** The counts of subscribers by status as the parts of a bar; `linkOf` leads to those of a status. */
export function statusParts(counts: Counts, linkOf?: (status: Status) => string): BarPart[] {
  return STATUSES.map((status) => ({
    name: statusName(status),
    count: counts[status],
    tone: TONES[status],
    ...(linkOf !== undefined && { href: linkOf(status) }),
  }));
}

const TONES: Readonly<Record<Status, BarPart['tone']>> = {
  active: 'good',
  unsubscribed: 'neutral',
  bounced: 'warning',
  scomp: 'bad',
  deactivated: 'waiting',
};

/** The subscribers of a list, whatever their status. */
export function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

const NAMES: Readonly<Record<Status, string>> = {
  active: 'active',
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  scomp: 'complained',
  deactivated: 'deactivated',
};

/** A status as readers know it: `scomp`, a spam complaint, is "complained". */
export function statusName(status: Status): string {
  return NAMES[status];
}

/** All statuses, in the order of the bars. */
export const STATUSES = Object.keys(NAMES) as Status[];

/** Whether a text is a status. */
export function isStatus(text: string): text is Status {
  return STATUSES.some((status) => status === text);
}
