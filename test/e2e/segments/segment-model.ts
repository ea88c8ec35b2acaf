import type { RandomClause, RandomSubscriber } from './random-segments.ts';

type Segments = readonly (readonly RandomClause[])[];

/** The addresses of the subscribers that a segment should have, in order: found in memory, clause by clause. */
export function expectedIn(at: number, segments: Segments, subscribers: readonly RandomSubscriber[]): string[] {
  return subscribers
    .filter((subscriber) => fits(at, segments, subscriber))
    .map(({ email }) => email)
    .sort();
}

/** The place of the segment that a clause of another one is about; null where none is before it. */
export function referredFrom(at: number, before: number): number | null {
  return at === 0 ? null : before % at;
}

function fits(at: number, segments: Segments, subscriber: RandomSubscriber): boolean {
  const clauses = segments[at] ?? [];
  const isFitting = clauses.every((clause) => holds(clause, at, segments, subscriber));
  return isFitting && (clauses.some((clause) => isAboutStatus(clause, at, segments)) || subscriber.status === 'active');
}

function isAboutStatus(clause: RandomClause, at: number, segments: Segments): boolean {
  if ('clauses' in clause) return clause.clauses.some((inner) => isAboutStatus(inner, at, segments));
  if (clause.type !== 'in_segment') return clause.type === 'subscriber_status';
  const other = referredFrom(at, clause.before);
  return other !== null && (segments[other] ?? []).some((inner) => isAboutStatus(inner, other, segments));
}

function holds(clause: RandomClause, at: number, segments: Segments, subscriber: RandomSubscriber): boolean {
  if ('clauses' in clause) {
    const each = (inner: RandomClause) => holds(inner, at, segments, subscriber);
    return clause.type === 'any' ? clause.clauses.some(each) : clause.clauses.every(each);
  }
  const { operator } = clause;
  if ('before' in clause) {
    const other = referredFrom(at, clause.before);
    return other === null || fits(other, segments, subscriber) === (operator === 'is in');
  }
  if ('field' in clause) return holdsOfValue(subscriber.values, clause.field, operator, clause.value);
  if (!('value' in clause)) {
    const { elsewhere } = subscriber;
    const isThere = operator.includes('active') ? elsewhere === 'active' : elsewhere !== null;
    return isThere !== operator.includes('not');
  }
  switch (clause.type) {
    case 'subscriber_status':
      return (subscriber.status === clause.value) === (operator === 'is');
    case 'subscriber_format':
      return ((subscriber.format ?? 'html') === clause.value) === (operator === 'is');
    case 'subscriber_email':
      return compare(subscriber.email, operator, clause.value);
    case 'subscriber_domain':
      return compare(subscriber.email.split('@')[1] ?? '', operator, clause.value);
    default:
      return compare(subscriber.subscribed, operator, clause.value);
  }
}

function holdsOfValue(values: RandomSubscriber['values'], field: string, operator: string, wanted: unknown): boolean {
  const value = values[field as keyof typeof values];
  const isBlank = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (operator === 'is blank') return isBlank;
  if (operator === 'is not blank') return !isBlank;
  if (field === 'City') return compare(String(value ?? ''), operator, String(wanted));
  if (field === 'Likes') return ((value ?? []) as string[]).includes(String(wanted)) === (operator === 'is');
  if (field === 'Pet') return (value === wanted) === (operator === 'is');
  // A blank value differs from every value, and is neither before nor after one.
  return isBlank ? operator === '!=' : compare(value as string | number | boolean, operator, wanted);
}

function compare(value: string | number | boolean, operator: string, wanted: unknown): boolean {
  const [one, other] = [value, wanted].map((each) => (typeof each === 'string' ? each.toLowerCase() : each));
  switch (operator) {
    case 'is':
    case 'on':
    case '=':
      return one === other;
    case 'is not':
    case '!=':
      return one !== other;
    case 'before':
    case '<':
      return (one as number) < (other as number);
    case '<=':
      return (one as number) <= (other as number);
    case 'after':
    case '>':
      return (one as number) > (other as number);
    case '>=':
      return (one as number) >= (other as number);
    case 'contains':
      return String(one).includes(String(other));
    case 'does not contain':
      return !String(one).includes(String(other));
    case 'starts with':
      return String(one).startsWith(String(other));
    default:
      return String(one).endsWith(String(other));
  }
}
