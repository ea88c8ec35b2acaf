import { createActor, getNextTransitions, initialTransition, transition } from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap, getShortestPaths, getStateNodes } from 'xstate/graph';
import { describe, expect, it } from 'vitest';
import type { SubscriberImportEvent } from '../../machines/subscriber-import-work.ts';
import type { SubscriberImportInput } from '../../machines/subscriber-import-context.ts';
import { subscriberImportMachine } from '../../machines/subscriber-import.ts';
import type { SubscriberImportSnapshot } from '../../machines/subscriber-import.ts';
import { subscriberImportView } from '../../machines/subscriber-import-view.ts';
import { INPUT, SCAN, merged, parked, staged } from './support.ts';

const UNFINISHED = ['scheduled', 'downloading', 'splitting', 'importing', 'paused'];
const PAUSABLE = UNFINISHED.filter((state) => state !== 'paused');
const URL = { source: 'url', turns: true } as const;
const CHECKS = { checks: true, guards: { maxFailedRecords: 1, maxDeactivated: '10%' } } as const;
const KINDS = [URL, { source: 'json' }, { source: 'json', small: true, ...CHECKS }] as const;
const TOO_MANY = { active: 10, absent: 2, isEmpty: false, isCutOff: false };
const INLINE = [
  { scan: { ...SCAN, records: 6, ranges: 1, chunks: 1 }, range: { failed: 1 }, chunk: { counters: { added: 5 } } },
  { scan: { ...SCAN, settles: true, ranges: 1, chunks: 1 }, range: { failed: 1 }, chunk: { counters: { added: 5 } } },
  { scan: { ...SCAN, ranges: 1, chunks: 1 }, range: { failed: 1 }, chunk: { counters: { added: 5 } } },
  { scan: SCAN, range: null, chunk: null },
];
const FAULTS = ['DownloadFailed', 'StagingLost', 'TooManyFailed', 'InternalFault'].map((type) => ({
  type,
  message: 'A sentence.',
}));

describe('every path through the subscriber import', () => {
  const snapshots = everySnapshot();

  it('taken together, reaches every state', () => {
    const reached = new Set(snapshots.flatMap((snapshot) => snapshot._nodes.map((node) => node.id)));
    const states = getStateNodes(subscriberImportMachine).filter((node) => node.type !== 'history');
    // These are left in the very step that enters them.
    const transient = ['preparing', 'merged', 'mergedInline', 'handled'].map(
      (name) => `import.active.importing.${name}`,
    );
    expect(states.map((node) => node.id).filter((id) => !reached.has(id))).toEqual(transient);
  });

  it('can be cancelled and failed while it is unfinished, paused where the specification says so', () => {
    for (const snapshot of snapshots) {
      const { state } = subscriberImportView(snapshot);
      const can = (type: 'CANCEL' | 'PAUSE' | 'UNPAUSE') => snapshot.can({ type });
      expect([state, can('CANCEL'), snapshot.can({ type: 'FAIL', reason: '' })]).toEqual([
        state,
        UNFINISHED.includes(state),
        UNFINISHED.includes(state),
      ]);
      expect([state, can('PAUSE'), can('UNPAUSE')]).toEqual([state, PAUSABLE.includes(state), state === 'paused']);
    }
  });

  it('goes back exactly to where it was when it is paused and unpaused', () => {
    for (const snapshot of snapshots.filter((candidate) => candidate.can({ type: 'PAUSE' }))) {
      const paused = next(snapshot, { type: 'PAUSE' });
      expect([paused.value, Object.keys(paused.children)]).toEqual(['paused', []]);
      const unpaused = next(paused, { type: 'UNPAUSE' });
      expect(unpaused.value).toEqual(snapshot.value);
      expect(unpaused.context).toEqual(snapshot.context);
      expect(Object.keys(unpaused.children)).toEqual(Object.keys(snapshot.children));
    }
  });

  it('ends in a state that nothing but a late fact changes, or a restart when it has failed', () => {
    const ends = snapshots.filter((snapshot) => snapshot.hasTag('ended'));
    expect(new Set(ends.map((snapshot) => snapshot.value))).toEqual(new Set(['finished', 'failed', 'cancelled']));
    for (const snapshot of ends) {
      expect(Object.keys(snapshot.children)).toEqual([]);
      const stays = eventsOf(snapshot).filter(({ type }) => !['RESTART', 'FOUND_FINISHED'].includes(type));
      for (const event of stays) expect(next(snapshot, event).value).toBe(snapshot.value);
      expect(next(snapshot, { type: 'FOUND_FINISHED' }).value).toBe(
        snapshot.value === 'failed' ? 'failed' : 'finished',
      );
      expect(snapshot.can({ type: 'RESTART' })).toBe(snapshot.value === 'failed');
    }
  });

  it('always has a way to the end', () => {
    const steps = adjacencyMapToArray(getAdjacencyMap(subscriberImportMachine, traversal(URL)));
    const ways = steps
      .filter(({ event }) => !['CANCEL', 'FAIL', 'PAUSE', 'FOUND_FINISHED'].includes(event.type))
      .map(({ state, nextState }) => ({ from: keyOf(state), to: keyOf(nextState) }));
    const finishing = new Set(steps.filter(({ state }) => state.value === 'finished').map(({ state }) => keyOf(state)));
    for (let size = -1; size !== finishing.size;) {
      size = finishing.size;
      for (const { from, to } of ways) if (finishing.has(to)) finishing.add(from);
    }
    const stuck = steps.filter(({ state }) => !finishing.has(keyOf(state)) && !state.hasTag('ended'));
    expect(finishing.size).toBeGreaterThan(100);
    expect(stuck.map(({ state }) => state.value)).toEqual([]);
  });

  it('begins again from a failure with nothing counted and nothing parked', () => {
    for (const failed of snapshots.filter((snapshot) => snapshot.value === 'failed')) {
      const restarting = next(failed, { type: 'RESTART' });
      expect(restarting.value).toEqual({ active: 'restarting' });
      expect(subscriberImportView(restarting)).toEqual(subscriberImportView(begun(failed.context)));
    }
  });

  it('keeps its context and its persisted snapshot through JSON', () => {
    for (const snapshot of snapshots) {
      expect(JSON.parse(JSON.stringify(snapshot.context))).toEqual(snapshot.context);
      const persisted = subscriberImportMachine.getPersistedSnapshot(snapshot);
      const stored = JSON.parse(JSON.stringify(persisted)) as typeof persisted;
      const restored = createActor(subscriberImportMachine, { input: INPUT, snapshot: stored }).getSnapshot();
      expect([restored.value, restored.context]).toEqual([snapshot.value, snapshot.context]);
      expect(subscriberImportView(restored)).toEqual(subscriberImportView(snapshot));
    }
  });
});

function begun(context: SubscriberImportInput): SubscriberImportSnapshot {
  return initialTransition(subscriberImportMachine, context)[0];
}

/** One snapshot for each way the machine can be: where it is, where it would return to, and the fate of each piece. */
function everySnapshot(): SubscriberImportSnapshot[] {
  const found = new Map<string, SubscriberImportSnapshot>();
  for (const kind of KINDS) {
    for (const { state } of getShortestPaths(subscriberImportMachine, traversal(kind))) {
      found.set(`${JSON.stringify(kind)} ${keyOf(state)}`, state);
    }
  }
  return [...found.values()];
}

function traversal(kind: Partial<SubscriberImportInput>) {
  return {
    input: { ...INPUT, beginsAt: 1, ...kind },
    events: eventsOf,
    serializeState: keyOf,
    serializeEvent: (event: SubscriberImportEvent) => JSON.stringify(event),
  };
}

/** Possible next events: commands, facts about every task, the end of each work, and timers that go off. */
function eventsOf(snapshot: SubscriberImportSnapshot): SubscriberImportEvent[] {
  const kinds = new Set(getNextTransitions(snapshot).map((transition) => transition.eventType));
  return [...kinds].flatMap((type) => occurrences(type)) as SubscriberImportEvent[];
}

function occurrences(type: string): object[] {
  if (type === '') return [];
  if (type === 'RANGE_STAGED') return [staged(0), staged(1, 2)];
  if (type === 'RANGE_FAILED') return [parked(0, 'RANGE')];
  if (type === 'CHUNK_MERGED') return [merged(0), merged(1)];
  if (type === 'CHUNK_FAILED') return [parked(0)];
  if (type.startsWith('xstate.error.actor.')) return FAULTS.map((error) => ({ type, error }));
  if (type.endsWith('.inline')) return INLINE.map((output) => ({ type, output }));
  if (type.endsWith('.counting')) return [null, TOO_MANY].map((output) => ({ type, output }));
  if (type.endsWith('.balancing')) return [10, 9].map((outcomes) => ({ type, output: { records: 10, outcomes } }));
  if (type.endsWith('.scanning')) return [{ type, output: { ...SCAN, limited: true, settles: true } }];
  return [{ type, reason: 'A reason.' }];
}

function keyOf(snapshot: SubscriberImportSnapshot): string {
  const { ranges, chunks, failedAttempts, givenUp, overruled } = snapshot.context;
  const goesBackTo = Object.values(snapshot.historyValue).flatMap((nodes) => nodes.map((node) => node.id));
  const isPaused = subscriberImportView(snapshot).state === 'paused';
  const place = [snapshot.value, isPaused ? goesBackTo : []];
  return JSON.stringify([place, ranges, chunks, failedAttempts, givenUp?.number, overruled]);
}

function next(snapshot: SubscriberImportSnapshot, event: SubscriberImportEvent): SubscriberImportSnapshot {
  return transition(subscriberImportMachine, snapshot, event)[0];
}
