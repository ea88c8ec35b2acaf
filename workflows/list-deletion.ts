import { continueAsNew, proxyActivities } from '@temporalio/workflow';
import type { createListDeletionActivities } from '../engine/activities/list-deletion.ts';
import { listDeletionMachine } from '../machines/list-deletion.ts';
import type { ListDeletionInput } from '../machines/list-deletion.ts';
import { listDeletionView } from '../machines/list-deletion-view.ts';
import type { ListDeletionView } from '../machines/list-deletion-view.ts';
import { createJobHost } from './job-actor.ts';
import type { JobSnapshot } from './job-actor.ts';
import { jobDetails } from './job-details.ts';
import type { Carried } from './last-command.ts';
import { recordOptions } from './record-options.ts';
import { stateChange } from './state-change.ts';
import { WORK } from './work-options.ts';
import { stayOnVersion } from './worker-version.ts';

type Activities = ReturnType<typeof createListDeletionActivities>;

/** The world is waited for as long as it takes; a fault of the data stalls the job until an operator has repaired it. */
const { cancelJobs, deleteSubscribers, purgeList } = proxyActivities<Activities>(WORK);

/** The deletion of a mailing list as a durable job; `snapshot` and `carried` bring an earlier run's state into this one. */
export async function listDeletion(
  input: ListDeletionInput,
  snapshot?: JobSnapshot,
  carried?: Carried,
): Promise<ListDeletionView> {
  const { mailingListId } = input;
  const { recordListDeletionState } = proxyActivities<Activities>(recordOptions());
  const host = createJobHost<typeof listDeletionMachine>();

  const machine = listDeletionMachine.provide({
    actors: {
      cancelJobs: host.work(async ({ asked }) => jobsLeft(await cancelJobs({ mailingListId, asked }))),
      deleteSubscribers: host.work(async (_, report) => {
        const { more, deleted, total } = await deleteSubscribers({ mailingListId });
        report({ type: 'SUBSCRIBERS_DELETED', deleted, total });
        return { more };
      }),
      purgeList: host.work(() => purgeList({ mailingListId })),
    },
  });

  return host.run({
    machine,
    input,
    snapshot,
    carried,
    view: listDeletionView,
    details: (shown) =>
      jobDetails(shown, {
        notes:
          shown.jobs.length > 0 ? [`Waiting for the end of ${shown.jobs.map((id) => `\`${id}\``).join(', ')}.`] : [],
        progress: { done: shown.subscribers.deleted, total: shown.subscribers.total, unit: 'subscribers deleted' },
        orElse: '. A confirmed deletion cannot be cancelled.',
      }),
    record: (changed, commands) => recordListDeletionState({ mailingListId, ...stateChange(changed, commands) }),
    continueAsNew: (persisted, carry) => continueAsNew<typeof listDeletion>(input, persisted, carry),
  });
}

stayOnVersion(listDeletion);

/** Recorded results of before 2026-11-22 name imports by their ids, since only imports were waited for. */
function jobsLeft(left: { jobs?: readonly string[]; imports?: readonly number[] }): { jobs: readonly string[] } {
  return { jobs: left.jobs ?? (left.imports ?? []).map(String) };
}
