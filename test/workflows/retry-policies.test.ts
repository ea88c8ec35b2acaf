import { fileURLToPath } from 'node:url';
import { Worker } from '@temporalio/worker';
import type { InjectedSinks } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import { composeActivities } from '../../engine/activities/compose.ts';
import type { ClientDeps } from '../../engine/activities/deps.ts';
import { loadActivities } from '../../engine/activities/index.ts';
import { installTemporalRuntime } from '../support/temporal-runtime.ts';
import type { Asked, AskedSinks } from './fixtures/tells-its-activities.ts';
import { bundle, HISTORIES, readHistory } from './support.ts';

/** Behind the name of an activity that runs beside its workflow, in no slot of the worker. */
const LOCAL = ' (local)';
const BACKOFF = { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '20s' };
const WORK = { heartbeatTimeout: '10s', startToCloseTimeout: '1h' };

/** Faults of the data are not retried whatever the policy says (test/engine/activities/faults.test.ts). */
const KINDS: readonly { kind: string; activities: readonly string[]; asked: Omit<Asked, 'activity' | 'isLocal'> }[] = [
  {
    kind: 'work on a whole job waits for the world as long as it takes, asking every 20 seconds in the end',
    activities: [
      ...['reopenImport', 'takeTurn', 'downloadSource', 'scanSource', 'skipRange', 'resetStaging', 'admitRows'],
      ...['skipChunk', 'settleImport', 'cleanUpImport', 'cancelJobs', 'deleteSubscribers', 'purgeList'],
      ...['takeExportTurn', 'takeExportSnapshot', 'writeExportParts', 'cleanUpExport', 'countAbsentSubscribers'],
      ...['takeSuppressionTurn', 'fetchSuppressedAddresses', 'scanSuppressedAddresses', 'importSuppressedRanges'],
      ...['cleanUpSuppressedImport', 'takeUndoTurn', 'undoSlices', 'cleanUpImportUndo'],
    ],
    asked: { ...WORK, retry: BACKOFF },
  },
  {
    kind: 'a piece is tried for a quarter of an hour, so that it can be parked',
    activities: ['stageRange', 'mergeChunk'],
    asked: { ...WORK, retry: { ...BACKOFF, maximumAttempts: 50 } },
  },
  {
    kind: 'a group of pieces is tried for two minutes, and its pieces are tried one by one when that fails',
    activities: ['stageRanges', 'mergeChunks'],
    asked: { ...WORK, retry: { ...BACKOFF, maximumAttempts: 10 } },
  },
  {
    kind: 'a restart waits for the world as long as it takes',
    activities: ['restartFailedImport'],
    asked: { heartbeatTimeout: '10s', startToCloseTimeout: '10m', retry: BACKOFF },
  },
  {
    kind: 'a round of deliveries is shorter, and waits for the world as long as it takes',
    activities: ['deliverWebhooks'],
    asked: { heartbeatTimeout: '10s', startToCloseTimeout: '10m', retry: BACKOFF },
  },
  {
    kind: 'bookkeeping begins again sooner',
    activities: [
      'recordImportState',
      'balanceImport',
      'recordListDeletionState',
      'recordExportState',
      'recordSuppressedImportState',
      'recordUndoState',
      'disableWebhookEndpoint',
      'recordWebhookCommands',
    ],
    asked: { startToCloseTimeout: '1m', heartbeatTimeout: '10s', retry: { ...BACKOFF, initialInterval: '200ms' } },
  },
  {
    kind: 'a small import is tried once, with time for its turn, since it is handed out piece by piece when that fails',
    activities: [`importAtOnce${LOCAL}`],
    asked: { heartbeatTimeout: null, startToCloseTimeout: '3s', retry: { maximumAttempts: 1 } },
  },
  {
    kind: 'the record of its end is tried once and briefly, since it is made again by a task',
    activities: [`recordImportState${LOCAL}`],
    asked: { heartbeatTimeout: null, startToCloseTimeout: '1s', retry: { maximumAttempts: 1 } },
  },
  {
    kind: 'a part of the maintenance gives up soon, since it runs again at its next time',
    activities: ['sweepJobs', 'diagnoseJobs', 'purgeImports', 'purgePendingSubscribers'],
    asked: { heartbeatTimeout: '1m', startToCloseTimeout: '10m', retry: { maximumAttempts: 3 } },
  },
];

describe('the retry policy', () => {
  const seen = new Map<string, Omit<Asked, 'activity' | 'isLocal'>[]>();

  beforeAll(async () => {
    installTemporalRuntime();
    const interceptors = fileURLToPath(new URL('./fixtures/tells-its-activities.ts', import.meta.url));
    const workflowBundle = await bundle(undefined, undefined, [interceptors]);
    const note = (_: unknown, { activity, isLocal, ...asked }: Asked) => {
      const name = isLocal ? `${activity}${LOCAL}` : activity;
      seen.set(name, [...(seen.get(name) ?? []), asked]);
    };
    const sinks: InjectedSinks<AskedSinks> = { asked: { note: { fn: note, callDuringReplay: true } } };
    const histories = HISTORIES.map((file) => ({ workflowId: file, history: readHistory(file) }));
    for await (const { error } of Worker.runReplayHistories({ workflowBundle, sinks }, histories)) {
      if (error !== undefined) throw error;
    }
  });

  it('is known of every activity there is', async () => {
    const activities = Object.keys(composeActivities(await loadActivities(), {} as ClientDeps));
    expect(new Set([...seen.keys()].map((name) => name.replace(LOCAL, '')))).toEqual(new Set(activities));
    expect(KINDS.flatMap((kind) => kind.activities).sort()).toEqual([...seen.keys()].sort());
  });

  it.each(KINDS)('holds: $kind', ({ activities, asked }) => {
    for (const activity of activities) {
      const different = new Set(seen.get(activity)?.map((options) => JSON.stringify(options)));
      expect(
        [...different].map((options) => JSON.parse(options) as unknown),
        activity,
      ).toEqual([asked]);
    }
  });
});
