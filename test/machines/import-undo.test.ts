import fc from 'fast-check';
import { initialTransition, transition } from 'xstate';
import { describe, expect, it } from 'vitest';
import { importUndoMachine } from '../../machines/import-undo.ts';
import type { ImportUndoEvent, ImportUndoSnapshot } from '../../machines/import-undo.ts';

const SUBSCRIBERS = 7;
const BATCH = 2;

/** The next event: a command, or the end of the present work. */
type Happening = 'PAUSE' | 'UNPAUSE' | 'RETRY' | 'done' | 'failed';

describe('the undo of an import to which anything happens in any order', () => {
  it('is paused only by a pause, and always ends with every subscriber undone', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<Happening[]>(...HAPPENINGS), { maxLength: 40 }), (happenings) => {
        const world = { undone: 0 };
        let [snapshot] = initialTransition(importUndoMachine, { undoId: 3 });
        for (const what of happenings) {
          const wasPaused = snapshot.matches('paused');
          snapshot = happen(snapshot, what, world);
          if (snapshot.matches('paused') && !wasPaused) expect(what).toBe('PAUSE');
          expect(snapshot.context.undone).toBeLessThanOrEqual(world.undone);
        }
        for (let step = 0; step < 20 && !snapshot.hasTag('ended'); step++) {
          for (const what of ['UNPAUSE', 'RETRY', 'done'] as const) snapshot = happen(snapshot, what, world);
        }
        expect([snapshot.value, snapshot.context.undone, world.undone]).toEqual(['finished', SUBSCRIBERS, SUBSCRIBERS]);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['UndoImpossible', 'failed', 'It is too late.'],
    ['ListDeleted', 'cancelled', null],
    ['Other', { active: { undoing: 'stalled' } }, 'It is too late.'],
  ])('ends or stalls with a fault of its work: %s', (type, value, error) => {
    let [snapshot] = initialTransition(importUndoMachine, { undoId: 3 });
    snapshot = happen(snapshot, 'done', { undone: 0 });
    snapshot = withWork(snapshot, (id) => failed(id, { type, message: 'It is too late.' }));

    expect(snapshot.value).toEqual(value);
    expect(snapshot.context.error).toBe(error);
  });
});

const HAPPENINGS: readonly Happening[] = ['PAUSE', 'UNPAUSE', 'UNPAUSE', 'RETRY', 'done', 'done', 'done', 'failed'];

function happen(snapshot: ImportUndoSnapshot, what: Happening, world: { undone: number }): ImportUndoSnapshot {
  // An organization's turn is not refused.
  if (what === 'failed' && snapshot.matches({ active: 'idle' })) return snapshot;
  if (what === 'failed') return withWork(snapshot, (id) => failed(id, { type: 'Other', message: 'No.' }));
  if (what !== 'done') return next(snapshot, { type: what });
  if (snapshot.can({ type: 'PROCEED' })) return next(snapshot, { type: 'PROCEED' });
  if (snapshot.matches({ active: 'idle' })) return withWork(snapshot, (id) => done(id, undefined));
  if (!snapshot.matches({ active: { undoing: 'working' } })) return snapshot;
  world.undone = Math.min(SUBSCRIBERS, world.undone + BATCH);
  const counted = next(snapshot, { type: 'SUBSCRIBERS_UNDONE', undone: world.undone, total: SUBSCRIBERS });
  return withWork(counted, (id) => done(id, { more: world.undone < SUBSCRIBERS }));
}

function withWork(snapshot: ImportUndoSnapshot, end: (id: string) => object): ImportUndoSnapshot {
  const [id] = Object.keys(snapshot.children);
  return id === undefined ? snapshot : next(snapshot, end(id) as ImportUndoEvent);
}

function done(id: string, output: object | undefined): object {
  return { type: `xstate.done.actor.${id}`, output };
}

function failed(id: string, error: { readonly type: string; readonly message: string }): object {
  return { type: `xstate.error.actor.${id}`, error };
}

function next(snapshot: ImportUndoSnapshot, event: ImportUndoEvent): ImportUndoSnapshot {
  return transition(importUndoMachine, snapshot, event)[0];
}
