import { getInitialSnapshot, getNextSnapshot, getNextTransitions } from 'xstate';
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { describe, expect, it } from 'vitest';
import { machineStateOf, valueOfPublicState } from '../../console/state-chart/machine-state.ts';
import { listDeletionMachine } from '../../machines/list-deletion.ts';
import { listDeletionView } from '../../machines/list-deletion-view.ts';
import { subscriberExportMachine } from '../../machines/subscriber-export.ts';
import { subscriberExportView } from '../../machines/subscriber-export-view.ts';
import { subscriberImportMachine } from '../../machines/subscriber-import.ts';
import { subscriberImportView } from '../../machines/subscriber-import-view.ts';
import { COMMANDS } from '../../workflows/messages.ts';
import { machineStateView } from '../../workflows/machine-state.ts';
import { INPUT, SCAN, merged, parked, staged } from './support.ts';

const ALL = [...COMMANDS, 'restart'];

const IMPORTS = [
  ...[
    { source: 'url' as const, beginsAt: 1, turns: true },
    { small: true },
    { checks: true, guards: { maxFailedRecords: 9, maxDeactivated: 1 } },
  ],
];

interface Kind {
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly inputs: readonly object[];
  readonly view: (snapshot: any) => { readonly state: string };
}

const KINDS: readonly Kind[] = [
  {
    name: 'import',
    machine: subscriberImportMachine,
    inputs: IMPORTS.map((input) => ({ ...INPUT, ...input })),
    view: subscriberImportView,
  },
  { name: 'export', machine: subscriberExportMachine, inputs: [{ exportId: 1 }], view: subscriberExportView },
  { name: 'deletion', machine: listDeletionMachine, inputs: [{ mailingListId: 1 }], view: listDeletionView },
];

describe.each(KINDS)('the console on the state of $name', ({ machine, inputs, view }) => {
  const snapshots = inputs.flatMap((input) => reachable(machine, input));

  it('offers the commands that the machine takes, in each state that can be reached', () => {
    const reached = new Set(snapshots.map((snapshot) => snapshot._nodes.at(-1)?.id));
    expect(restingStates(machine.root).filter((id) => !reached.has(id))).toEqual([]);
    for (const snapshot of snapshots) {
      // As it arrives in the browser.
      const sent = JSON.parse(JSON.stringify(machineStateView(snapshot).machine_state));
      const state = machineStateOf(machine, sent.value);
      const own = ALL.filter((command) => snapshot.can({ type: command.toUpperCase(), reason: '' }));
      expect([snapshot.value, ALL.filter((command) => state?.can(command))]).toEqual([snapshot.value, own]);
      expect(state?.hasEnded).toBe(snapshot.hasTag('ended'));
      expect(state?.path.at(-1)).toBe(snapshot._nodes.at(-1)?.path.join('.'));
    }
  });

  it('knows where a paused job goes back to', () => {
    for (const snapshot of snapshots.filter((each) => each.can({ type: 'UNPAUSE' }))) {
      const back = getNextSnapshot(machine, snapshot, { type: 'UNPAUSE' });
      const { returns_to: returnsTo } = machineStateView(snapshot).machine_state;
      // The innermost one may be left in the same step.
      const drawn = returnsTo?.split('.').slice(0, 2).join('.');
      expect(machineStateOf(machine, back.value)?.path).toContain(drawn);
    }
  });

  it('offers what clients can send by the public state alone, while no worker answers', () => {
    for (const snapshot of snapshots) {
      const state = machineStateOf(machine, valueOfPublicState(machine, view(snapshot).state));
      const ofClients = ['pause', 'unpause', 'cancel'];
      const own = ofClients.filter((command) => snapshot.can({ type: command.toUpperCase() }));
      expect([snapshot.value, ofClients.filter((command) => state?.can(command))]).toEqual([snapshot.value, own]);
    }
  });

  it('knows no value of another machine', () => {
    expect(machineStateOf(machine, { active: 'flying' })).toBeNull();
    expect(machineStateOf(machine, null)).toBeNull();
    expect(valueOfPublicState(machine, 'flying')).toBeNull();
  });
});

/** One snapshot for each value, with each place that it would go back to. */
function reachable(machine: AnyStateMachine, input: object): AnyMachineSnapshot[] {
  const found = new Map<string, AnyMachineSnapshot>();
  const open = [getInitialSnapshot(machine, input)];
  for (let snapshot = open.shift(); snapshot !== undefined; snapshot = open.shift()) {
    const { returns_to: returnsTo } = machineStateView(snapshot).machine_state;
    const { ranges, chunks, records } = snapshot.context as Record<string, unknown>;
    const key = JSON.stringify([snapshot.value, returnsTo, ranges, chunks, records]);
    if (found.has(key)) continue;
    found.set(key, snapshot);
    for (const { eventType } of getNextTransitions(snapshot)) {
      for (const event of eventsOf(String(eventType))) open.push(getNextSnapshot(machine, snapshot, event));
    }
  }
  return [...found.values()];
}

/** The states without others inside them in which a machine stays until something happens. */
function restingStates(node: AnyStateNode): string[] {
  if (node.type === 'compound') return Object.values(node.states).flatMap((inner) => restingStates(inner));
  const isLeftAtOnce = (node.always ?? []).some(({ guard }) => guard === undefined);
  return node.type === 'history' || isLeftAtOnce ? [] : [node.id];
}

/** Events of a type, with outcomes that lead to different states: commands, results, and the ends of work. */
function eventsOf(type: string): { type: string }[] {
  if (type === '') return [];
  if (type === 'RANGE_STAGED') return [staged(0, 1), staged(1), staged(1, 10)];
  if (type === 'RANGE_FAILED') return [parked(0, 'RANGE')];
  if (type === 'CHUNK_MERGED') return [merged(0), merged(1)];
  if (type === 'CHUNK_FAILED') return [parked(0), parked(1)];
  if (type.startsWith('xstate.done.')) return OUTPUTS.map((output) => ({ type, output }));
  if (type.startsWith('xstate.error.')) return FAULTS.map((fault) => ({ type, error: { type: fault, message: '' } }));
  return [{ type, reason: 'A reason.', ...{ deleted: 1, total: 2, exported: 1 } } as { type: string }];
}

const OUTPUTS = [
  {
    ...{ ...SCAN, limited: true, settles: true, scan: SCAN, chunk: null, range: null },
    ...{ more: false, jobs: [], rows: 3, active: 10, absent: 9, isEmpty: true, isCutOff: false, outcomes: 10 },
  },
  {
    ...{ ...SCAN, scan: SCAN, range: { failed: 0 }, chunk: { counters: { added: 10 } } },
    ...{ more: true, jobs: ['w'], rows: 3, active: 10, absent: 0, isEmpty: false, isCutOff: false, outcomes: 9 },
  },
];

const FAULTS = ['StagingLost', 'TooManyFailed', 'ListDeleted', 'DownloadFailed', 'ExportEnded', 'InternalFault'];
