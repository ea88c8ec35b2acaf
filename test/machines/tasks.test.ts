import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_TASKS, finish, finishedCount, isOpen, park, retryParked, todo } from '../../machines/tasks.ts';
import type { Tasks } from '../../machines/tasks.ts';

const of = (total: number): Tasks => ({ ...NO_TASKS, total });

describe('pieces', () => {
  it('are worked on in order, at most as many as asked for', () => {
    expect(todo(of(5), 3)).toEqual([0, 1, 2]);
    expect(todo(finish(of(5), 1), 3)).toEqual([0, 2, 3]);
    expect(todo(of(0), 3)).toEqual([]);
  });

  it('are not listed one by one once everything below is finished', () => {
    const pieces = [2, 0, 1, 3].reduce(finish, of(5));
    expect(pieces).toEqual({ ...of(5), low: 4 });
  });

  it('are closed when they are finished, and were never open beyond the last one', () => {
    const pieces = finish(of(2), 0);
    expect([-1, 0, 1, 2].map((number) => isOpen(pieces, number))).toEqual([false, false, true, false]);
  });

  it('leave the others to be done when one is parked, and come first when they are tried again', () => {
    const parked = park(of(3), 0, 'A reason.');
    expect(todo(parked, 9)).toEqual([1, 2]);
    expect(isOpen(parked, 0)).toBe(true);
    const again = retryParked(finish(finish(parked, 1), 2));
    expect(again.parked).toEqual([]);
    expect(todo(again, 9)).toEqual([0]);
    expect(finishedCount(again)).toBe(2);
    expect(finishedCount(finish(again, 0))).toBe(3);
  });

  it('are parked once, however often that is reported', () => {
    const parked = park(park(of(2), 1, 'First.'), 1, 'Second.');
    expect(parked.parked).toEqual([{ number: 1, reason: 'First.' }]);
  });

  it('agree with a plain table of what happened to each piece', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.array(step()), (total, steps) => {
        const table = new Map<number, Fate>(Array.from({ length: total }, (_, number) => [number, 'open']));
        let pieces = of(total);
        for (const { act, number } of steps) pieces = applied(pieces, table, act, number);
        const numbersThatAre = (...fates: Fate[]) => [...table].filter(([, f]) => fates.includes(f)).map(([n]) => n);

        expect(finishedCount(pieces)).toBe(numbersThatAre('finished').length);
        expect(pieces.parked.map((piece) => piece.number).sort((a, b) => a - b)).toEqual(numbersThatAre('parked'));
        expect([...table.keys()].filter((number) => isOpen(pieces, number))).toEqual(
          numbersThatAre('open', 'again', 'parked'),
        );
        const again = numbersThatAre('again');
        expect(todo(pieces, total).sort((a, b) => a - b)).toEqual(again.length > 0 ? again : numbersThatAre('open'));
      }),
    );
  });
});

type Fate = 'open' | 'finished' | 'parked' | 'again';
interface Step {
  readonly act: 'finish' | 'park' | 'retry';
  readonly number: number;
}

function step(): fc.Arbitrary<Step> {
  return fc.record({
    act: fc.constantFrom('finish', 'finish', 'park', 'retry'),
    number: fc.integer({ min: 0, max: 14 }),
  });
}

/** Does the step to the pieces and to the table, the way the machine guards it. */
function applied(pieces: Tasks, table: Map<number, Fate>, act: Step['act'], number: number): Tasks {
  if (act === 'retry') {
    for (const [n, fate] of table) if (fate === 'parked') table.set(n, 'again');
    return retryParked(pieces);
  }
  if (!isOpen(pieces, number)) return pieces;
  table.set(number, act === 'finish' ? 'finished' : 'parked');
  return act === 'finish' ? finish(pieces, number) : park(pieces, number, 'A reason.');
}
