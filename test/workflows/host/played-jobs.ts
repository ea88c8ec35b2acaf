import type { Tape } from './tape.ts';

/** A job that a test plays: its workflow, the messages that it gets, and what its activities may return. */
export interface PlayedJob {
  readonly name: string;
  readonly workflowType: string;
  readonly workflowId: string;
  readonly input: object;
  /** Signals apart from the commands and the diagnosis. */
  readonly signals: readonly string[];
  /** The results of an activity of which one is taken; none: the activity returns nothing. */
  readonly results: Readonly<Record<string, readonly unknown[]>>;
}

const POLICY = { firstDownloadWaitMs: 1, secondDownloadWaitMs: 2, downloadTimeoutMs: 60_000 };
const IMPORT = {
  ...{ importId: 1, beginsAt: null, policy: POLICY },
  ...{ turns: true, checks: true },
};
const SCAN = { records: 2, ranges: 1, chunks: 1, limited: false, settles: false, isSmall: true };
const LARGE = { ...SCAN, records: 9, ranges: 3, chunks: 4 };
const RANGE = { failed: 0 };
const CHUNK = { counters: { added: 2 }, unchanged: 0 };
const OF_IMPORTS = {
  takeTurn: [{ isSmall: true }, { isSmall: false }],
  scanSource: [SCAN, LARGE, { ...LARGE, settles: true }],
  stageRange: [RANGE],
  stageRanges: [RANGE],
  mergeChunk: [CHUNK],
  mergeChunks: [CHUNK],
  settleImport: [{ counters: { deactivated: 1 } }],
  balanceImport: [{ records: 2, outcomes: 2 }],
};

/** Activities that return a list, with a result for each number of their input. */
const OF_GROUPS: readonly string[] = ['stageRanges', 'mergeChunks'];

/** Jobs of every kind. Small inline imports and the records of their ends run local activities. */
export const PLAYED_JOBS: readonly PlayedJob[] = [
  {
    ...{ name: 'an inline import', workflowType: 'subscriberImport', workflowId: 'subscriber-import/1', signals: [] },
    input: { ...IMPORT, turns: false, source: 'json', small: true },
    results: {
      ...OF_IMPORTS,
      importAtOnce: [
        { scan: SCAN, range: RANGE, chunk: CHUNK },
        { scan: LARGE, range: null, chunk: null },
      ],
    },
  },
  {
    ...{ name: 'an import', workflowType: 'subscriberImport', workflowId: 'subscriber-import/1', signals: [] },
    input: { ...IMPORT, source: 'url' },
    results: OF_IMPORTS,
  },
  {
    ...{ name: 'an export', workflowType: 'subscriberExport', workflowId: 'subscriber-export/1', signals: [] },
    input: { exportId: 1 },
    results: {
      takeExportSnapshot: [{ rows: 9 }],
      writeExportParts: [
        { more: true, exported: 3, total: 9 },
        { more: false, exported: 9, total: 9 },
      ],
    },
  },
  {
    ...{ name: 'an import of suppressed addresses', workflowType: 'suppressedAddressImport', signals: [] },
    workflowId: 'suppressed-address-import/1',
    input: { importId: 1, policy: POLICY },
    results: {
      scanSuppressedAddresses: [{ records: 9 }],
      importSuppressedRanges: [
        { more: true, imported: 3, total: 9 },
        { more: false, imported: 9, total: 9 },
      ],
    },
  },
  {
    ...{ name: 'the undo of an import', workflowType: 'importUndo', workflowId: 'import-undo/1', signals: [] },
    input: { undoId: 1 },
    results: {
      undoSlices: [
        { more: true, undone: 3, total: 9 },
        { more: false, undone: 9, total: 9 },
      ],
    },
  },
  {
    ...{ name: 'the deletion of a list', workflowType: 'listDeletion', workflowId: 'list-deletion/1', signals: [] },
    input: { mailingListId: 1 },
    results: {
      cancelJobs: [{ jobs: [] }, { jobs: ['subscriber-import/1'] }],
      deleteSubscribers: [
        { more: true, deleted: 3, total: 9 },
        { more: false, deleted: 9, total: 9 },
      ],
    },
  },
  {
    ...{ name: 'a webhook endpoint', workflowType: 'webhookEndpoint', workflowId: 'webhook-endpoint/1' },
    signals: ['events_recorded'],
    input: { endpointId: 1 },
    results: {
      deliverWebhooks: [
        { delivered: 1, failed: 0, hasMore: true, isExhausted: false },
        { delivered: 1, failed: 1, hasMore: true, isExhausted: false },
        { delivered: 0, failed: 1, hasMore: true, isExhausted: true },
        { delivered: 1, failed: 0, hasMore: false, isExhausted: false },
      ],
    },
  },
];

/** The result of an activity with an input. */
export function resultOf({ results }: PlayedJob, type: string, input: unknown, tape: Tape): unknown {
  const possible = results[type];
  if (possible === undefined) return undefined;
  if (!OF_GROUPS.includes(type)) return tape.pick(possible);
  return (input as { numbers: readonly number[] }).numbers.map(() => tape.pick(possible));
}
