import type { Size } from '../../world/world.ts';
import type { Reply } from './reply.ts';

/** Result of an attack. */
export interface AttackResult {
  /** Figures by name, such as `answered 413`. */
  readonly figures: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  /** Promises that did not hold, as sentences. */
  readonly broken: readonly string[];
}

/** Keeps the answers to an attack, and judges each of them. */
export interface Tally {
  judge(what: string, reply: Reply): void;
  complain(sentence: string): void;
  count(name: string, amount?: number): void;
  result(): AttackResult;
}

const MOST_COMPLAINTS = 10;

/** Whether a command's answer says that no worker has answered it: it may have been done, and can be sent again. */
export function isUnanswered({ status, text }: Reply): boolean {
  return status === 500 && text.includes('no worker answered in time');
}

/** Creates a tally without answers. In short runs, on a machine that others use, a worker may be late to answer a command. */
export function createTally(size: Size): Tally {
  const figures: Record<string, number> = {};
  const broken: string[] = [];
  let complaints = 0;
  let slowestMs = 0;
  const count = (name: string, amount = 1) => void (figures[name] = (figures[name] ?? 0) + amount);
  const complain = (sentence: string) => {
    complaints++;
    if (broken.length < MOST_COMPLAINTS) broken.push(sentence);
  };
  return {
    judge: (what, reply) => {
      const { status, retryAfter, text, ms } = reply;
      count('calls');
      count(typeof status === 'number' ? `answered ${status}` : status);
      slowestMs = Math.max(slowestMs, ms);
      const seconds = (ms / 1000).toFixed(1);
      if (status === 'open') complain(`${what} was neither answered nor closed within ${seconds} s`);
      const isAllowed = (status === 503 && retryAfter !== null) || (size === 'short' && isUnanswered(reply));
      if (typeof status === 'number' && status >= 500 && !isAllowed) {
        complain(`${what} was answered ${status} after ${seconds} s: ${text.slice(0, 200)}`);
      }
    },
    complain,
    count,
    result: () => {
      const more = complaints - broken.length;
      return { figures, slowestMs, broken: more > 0 ? [...broken, `and ${more} more`] : broken };
    },
  };
}
