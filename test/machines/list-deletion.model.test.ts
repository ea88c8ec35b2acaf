import fc from 'fast-check';
import { getNextTransitions, initialTransition, transition } from 'xstate';
import { describe, expect, it } from 'vitest';
import { listDeletionMachine } from '../../machines/list-deletion.ts';
import type { ListDeletionEvent, ListDeletionSnapshot } from '../../machines/list-deletion.ts';
import { listDeletionView } from '../../machines/list-deletion-view.ts';

const SUBSCRIBERS = 7;
const BATCH = 2;
/** Enough for each look, batch, checkpoint and retry between any place and the end. */
const STEPS_TO_THE_END = 60;

/** The next event: a command, or the end of the present work; `imports` are those that had not ended by then. */
interface Happening {
  readonly kind: 'PAUSE' | 'UNPAUSE' | 'RETRY' | 'done' | 'failed' | 'timer';
  readonly jobs: readonly string[];
}

/** The world of a deletion: how many subscribers are gone, whoever looks. */
interface World {
  deleted: number;
}

describe('a list deletion to which anything happens in any order', () => {
  it('is paused only by a pause, stalls only by a fault, and always ends with every subscriber gone', () => {
    fc.assert(
      fc.property(fc.array(happening(), { maxLength: 60 }), (happenings) => {
        const world = { deleted: 0 };
        let [snapshot] = initialTransition(listDeletionMachine, { mailingListId: 3 });
        for (const what of happenings) {
          const before = listDeletionView(snapshot);
          snapshot = happen(snapshot, what, world);
          const after = listDeletionView(snapshot);
          if (after.state === 'paused' && before.state !== 'paused') expect(what.kind).toBe('PAUSE');
          if (after.health === 'stalled' && before.health !== 'stalled')
            expect(['failed', 'UNPAUSE']).toContain(what.kind);
          expect(after.subscribers.deleted).toBeLessThanOrEqual(world.deleted);
        }
        for (let step = 0; step < STEPS_TO_THE_END && !snapshot.hasTag('ended'); step++) {
          for (const kind of ['UNPAUSE', 'RETRY', 'timer', 'done'] as const) {
            snapshot = happen(snapshot, { kind, jobs: [] }, world);
          }
        }
        expect(listDeletionView(snapshot)).toMatchObject({ state: 'finished', health: 'ok', error_message: null });
        expect(world.deleted).toBe(SUBSCRIBERS);
      }),
      { numRuns: 200 },
    );
  });
});

function happening(): fc.Arbitrary<Happening> {
  return fc.record({
    kind: fc.constantFrom('PAUSE', 'UNPAUSE', 'UNPAUSE', 'RETRY', 'done', 'done', 'done', 'failed', 'timer'),
    jobs: fc.subarray(['subscriber-import/1', 'subscriber-import/2']),
  });
}

function happen(snapshot: ListDeletionSnapshot, { kind, jobs }: Happening, world: World): ListDeletionSnapshot {
  switch (kind) {
    case 'done':
      return endWork(snapshot, jobs, world);
    case 'failed':
      return withWork(snapshot, (id) =>
        next(snapshot, { type: `xstate.error.actor.${id}`, error: { message: 'No.' } }),
      );
    case 'timer': {
      const timer = getNextTransitions(snapshot).find(({ eventType }) => eventType.startsWith('xstate.after.'));
      return timer === undefined ? snapshot : next(snapshot, { type: timer.eventType });
    }
    default:
      return next(snapshot, { type: kind });
  }
}

function endWork(snapshot: ListDeletionSnapshot, jobs: readonly string[], world: World): ListDeletionSnapshot {
  if (snapshot.can({ type: 'PROCEED' })) return next(snapshot, { type: 'PROCEED' });
  return withWork(snapshot, (id) => {
    const done = (from: ListDeletionSnapshot, output: object = {}) =>
      next(from, { type: `xstate.done.actor.${id}`, output });
    if (snapshot.matches({ active: 'cancelling_jobs' })) return done(snapshot, { jobs });
    if (!snapshot.matches({ active: { deleting_subscribers: 'deleting' } })) return done(snapshot);
    const more = world.deleted < SUBSCRIBERS;
    world.deleted = Math.min(SUBSCRIBERS, world.deleted + BATCH);
    const fact = { type: 'SUBSCRIBERS_DELETED', deleted: world.deleted, total: SUBSCRIBERS };
    return done(next(snapshot, fact), { more });
  });
}

function withWork(snapshot: ListDeletionSnapshot, end: (id: string) => ListDeletionSnapshot): ListDeletionSnapshot {
  const [id] = Object.keys(snapshot.children);
  return id === undefined ? snapshot : end(id);
}

function next(snapshot: ListDeletionSnapshot, event: object): ListDeletionSnapshot {
  return transition(listDeletionMachine, snapshot, event as ListDeletionEvent)[0];
}
