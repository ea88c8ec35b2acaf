import fc from 'fast-check';
import { createActor, getNextTransitions, initialTransition, transition } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { SubscriberImportEvent } from '../../machines/subscriber-import-work.ts';
import { subscriberImportMachine } from '../../machines/subscriber-import.ts';
import type { SubscriberImportSnapshot } from '../../machines/subscriber-import.ts';
import { subscriberImportView } from '../../machines/subscriber-import-view.ts';
import { INPUT, SCAN, merged, parked, staged } from './support.ts';

/** Each as often as it has to come for the others to find something to do. */
const COMMANDS = [
  ...['PAUSE', 'PAUSE', 'UNPAUSE', 'UNPAUSE', 'UNPAUSE', 'RETRY', 'SKIP_CHUNK'],
  ...['CANCEL', 'FAIL', 'FAIL', 'RESTART', 'RESTART', 'RESTART', 'RESTART'],
] as const;
const RANGES = 5;
/** More than a batch. */
const CHUNKS = 40;
/** Enough for each retry, each checkpoint and each piece of work between any place and the end. */
const STEPS_TO_THE_END = 60;

/** Something that happens to a running import; `number` names the piece it happens to. */
interface Happening {
  readonly kind: 'command' | 'committed' | 'parked' | 'done' | 'lost' | 'restored' | 'timer';
  readonly command: (typeof COMMANDS)[number];
  readonly number: number;
}

describe('a subscriber import to which anything happens in any order', () => {
  it('counts no piece twice, forgets none, and ends; one that failed finishes when it is restarted', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(happening(), { maxLength: 60 }), (turns, happenings) => {
        let snapshot = begin(turns);
        for (const what of happenings) {
          snapshot = happen(snapshot, what);
          expectEachPieceOnce(snapshot);
        }
        snapshot = driveToTheEnd(snapshot);
        if (snapshot.value === 'failed') snapshot = driveToTheEnd(next(snapshot, { type: 'RESTART' }));
        if (snapshot.value === 'cancelled') return;
        expect(snapshot.value).toBe('finished');
        expect(subscriberImportView(snapshot)).toMatchObject({
          counters: { added: 2 ** CHUNKS - 1, failed: 2 ** RANGES - 1 },
          records_imported: 2 ** CHUNKS - 1 + 2 ** RANGES - 1,
          parked: [],
        });
      }),
      { numRuns: 100 },
    );
  });
});

function happening(): fc.Arbitrary<Happening> {
  return fc.record({
    kind: fc.constantFrom('command', 'committed', 'parked', 'done', 'done', 'done', 'lost', 'restored', 'timer'),
    command: fc.constantFrom(...COMMANDS),
    number: fc.nat({ max: CHUNKS }),
  });
}

function begin(turns: boolean): SubscriberImportSnapshot {
  return initialTransition(subscriberImportMachine, { ...INPUT, source: 'url', beginsAt: 1, turns })[0];
}

/** Each piece weighs a power of two of its own, so that a sum tells which ones were counted, and how often. */
const commit = {
  range: (number: number) => staged(number, 2 ** number),
  chunk: (number: number) => merged(number, { added: 2 ** number }),
};

function happen(snapshot: SubscriberImportSnapshot, { kind, command, number }: Happening): SubscriberImportSnapshot {
  const isStaging = snapshot.matches({ active: 'splitting' });
  switch (kind) {
    case 'command':
      return next(snapshot, { type: command, reason: 'A reason.' });
    case 'committed':
      return next(snapshot, isStaging ? commit.range(number) : commit.chunk(number));
    case 'parked':
      return next(snapshot, parked(number, isStaging ? 'RANGE' : 'CHUNK'));
    case 'done':
      return endWork(snapshot);
    case 'lost':
      return isOfferedStaging(snapshot) ? endWork(snapshot, { type: 'StagingLost', message: 'Lost.' }) : snapshot;
    case 'restored':
      return restored(snapshot);
    case 'timer':
      return fireTimer(snapshot);
  }
}

/** Ends the work of the present state the way activities do: every piece of it is reported before its end is. */
function endWork(snapshot: SubscriberImportSnapshot, error?: object): SubscriberImportSnapshot {
  const [id] = Object.keys(snapshot.children);
  if (id === undefined) return snapshot.can({ type: 'PROCEED' }) ? next(snapshot, { type: 'PROCEED' }) : snapshot;
  const report = snapshot.matches({ active: 'splitting' }) ? commit.range : commit.chunk;
  const { numbers = [], number } = inputOf(snapshot, id);
  let reported = snapshot;
  for (const piece of number === undefined ? numbers : [number]) reported = next(reported, report(piece));
  const output = { ...SCAN, ranges: RANGES, chunks: CHUNKS, limited: true, settles: true };
  return next(
    reported,
    error === undefined ? { type: `xstate.done.actor.${id}`, output } : { type: `xstate.error.actor.${id}`, error },
  );
}

function isOfferedStaging(snapshot: SubscriberImportSnapshot): boolean {
  return (['admitting', 'merging', 'settling'] as const).some((importing) =>
    snapshot.matches({ active: { importing } }),
  );
}

function inputOf(snapshot: SubscriberImportSnapshot, id: string): { numbers?: readonly number[]; number?: number } {
  const child = (snapshot.children as Record<string, { getSnapshot(): unknown }>)[id];
  return (child?.getSnapshot() as { input: { numbers?: readonly number[]; number?: number } }).input;
}

function fireTimer(snapshot: SubscriberImportSnapshot): SubscriberImportSnapshot {
  const timers = getNextTransitions(snapshot).map(({ eventType }) => eventType);
  const type = timers.find((name) => name.startsWith('xstate.after.') && !name.includes('Timeout'));
  return type === undefined ? snapshot : next(snapshot, { type });
}

function restored(snapshot: SubscriberImportSnapshot): SubscriberImportSnapshot {
  const persisted = subscriberImportMachine.getPersistedSnapshot(snapshot);
  const stored = JSON.parse(JSON.stringify(persisted)) as typeof persisted;
  return createActor(subscriberImportMachine, { input: INPUT, snapshot: stored }).getSnapshot();
}

function driveToTheEnd(from: SubscriberImportSnapshot): SubscriberImportSnapshot {
  let snapshot = from;
  for (let step = 0; step < STEPS_TO_THE_END && !snapshot.hasTag('ended'); step++) {
    if (snapshot.can({ type: 'UNPAUSE' })) snapshot = next(snapshot, { type: 'UNPAUSE' });
    if (snapshot.can({ type: 'RETRY' })) snapshot = next(snapshot, { type: 'RETRY' });
    snapshot = endWork(fireTimer(snapshot));
    expectEachPieceOnce(snapshot);
  }
  expect(snapshot.hasTag('ended')).toBe(true);
  return snapshot;
}

function expectEachPieceOnce(snapshot: SubscriberImportSnapshot): void {
  const { counters, progress } = subscriberImportView(snapshot);
  expect(weights(counters.added ?? 0)).toBe(progress.chunks[0]);
  expect(weights(counters.failed ?? 0)).toBe(progress.ranges[0]);
}

/** Number of different powers of two in a sum. */
function weights(total: number): number {
  return total.toString(2).replaceAll('0', '').length;
}

function next(snapshot: SubscriberImportSnapshot, event: object): SubscriberImportSnapshot {
  return transition(subscriberImportMachine, snapshot, event as SubscriberImportEvent)[0];
}
