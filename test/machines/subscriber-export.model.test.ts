import fc from 'fast-check';
import { initialTransition, transition } from 'xstate';
import { describe, expect, it } from 'vitest';
import { subscriberExportMachine } from '../../machines/subscriber-export.ts';
import type { SubscriberExportEvent, SubscriberExportSnapshot } from '../../machines/subscriber-export.ts';
import { subscriberExportView } from '../../machines/subscriber-export-view.ts';

const ROWS = 7;
const BATCH = 2;
const STEPS_TO_THE_END = 30;

/** Possible next events: a command, or an end of the present work. */
const HAPPENINGS = ['PAUSE', 'UNPAUSE', 'RETRY', 'done', 'done', 'done', 'lost', 'refused'] as const;
type Happening = (typeof HAPPENINGS)[number];

/** The world of an export: the rows that are written of the present snapshot. */
interface World {
  written: number;
}

describe('an export to which anything happens in any order', () => {
  it('is paused only by a pause, stalls only by a refusal, and ends with every row of one snapshot', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...HAPPENINGS), { maxLength: 60 }), (happenings) => {
        const world: World = { written: 0 };
        let [snapshot] = initialTransition(subscriberExportMachine, { exportId: 3 });
        for (const what of happenings) {
          const before = subscriberExportView(snapshot);
          snapshot = happen(snapshot, what, world);
          const after = subscriberExportView(snapshot);
          if (after.state === 'paused' && before.state !== 'paused') expect(what).toBe('PAUSE');
          if (after.health === 'stalled' && before.health !== 'stalled') expect(['refused', 'UNPAUSE']).toContain(what);
          expect(after.subscribers.exported).toBeLessThanOrEqual(ROWS);
          if (snapshot.hasTag('ended')) break;
        }
        if (snapshot.matches('failed')) return;
        for (let step = 0; step < STEPS_TO_THE_END && !snapshot.hasTag('ended'); step++) {
          for (const what of ['UNPAUSE', 'RETRY', 'done'] as const) snapshot = happen(snapshot, what, world);
        }
        expect(subscriberExportView(snapshot)).toEqual({
          state: 'finished',
          health: 'ok',
          error_message: null,
          subscribers: { exported: ROWS, total: ROWS },
        });
      }),
      { numRuns: 300 },
    );
  });
});

function happen(snapshot: SubscriberExportSnapshot, what: Happening, world: World): SubscriberExportSnapshot {
  if (what === 'PAUSE' || what === 'UNPAUSE' || what === 'RETRY') return next(snapshot, { type: what });
  if (snapshot.can({ type: 'PROCEED' })) return next(snapshot, { type: 'PROCEED' });
  const [id] = Object.keys(snapshot.children);
  if (id === undefined) return snapshot;
  const failed = (type: string) =>
    next(snapshot, { type: `xstate.error.actor.${id}`, error: { type, message: 'No.' } });
  const done = (from: SubscriberExportSnapshot, output: object = {}) =>
    next(from, { type: `xstate.done.actor.${id}`, output });
  if (snapshot.matches({ active: 'idle' })) return what === 'done' ? done(snapshot) : snapshot;
  if (snapshot.matches({ active: 'estimating' })) {
    if (what === 'refused') return failed('DataRefused');
    world.written = 0;
    return done(snapshot, { rows: ROWS });
  }
  if (what === 'lost') return failed('StagingLost');
  if (what === 'refused') return failed('DataRefused');
  world.written = Math.min(ROWS, world.written + BATCH);
  const fact = { type: 'ROWS_EXPORTED', exported: world.written, total: ROWS };
  return done(next(snapshot, fact), { more: world.written < ROWS });
}

function next(snapshot: SubscriberExportSnapshot, event: object): SubscriberExportSnapshot {
  return transition(subscriberExportMachine, snapshot, event as SubscriberExportEvent)[0];
}
