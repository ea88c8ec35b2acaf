import { CancellationScope } from '@temporalio/workflow';

/** Tasks or groups of one job in flight at the same time: enough to keep parsing and Postgres busy while one commits. */
const PARALLEL_TASKS = 3;
/** With more tasks, results would come too rarely for a progress bar. */
const MOST_IN_GROUP = 8;

/** Functions that do the tasks of a batch and take their results. */
export interface GroupWork<Result> {
  /** Does the tasks of a group in one activity. @returns their results in the order of the numbers */
  readonly group: (numbers: readonly number[]) => Promise<readonly Result[]>;
  /** Takes the result of a task that was done in a group. */
  readonly done: (number: number, result: Result) => void;
  /** Does one task in an activity of its own, with its retries, and takes its result. */
  readonly single: (number: number) => Promise<void>;
}

/**
 * Performs the tasks in groups, a few at the same time; several tasks in an activity cost Temporal a third of the events. The first
 * error starts no more, and is thrown when those in flight have ended. Groups become smaller towards the end, so that all of them
 * end at about the same time. The tasks of a group that fails are done one by one: those that are complete return the recorded
 * result, and the one that fails is retried or parked alone.
 */
export function eachGroup<Result>(numbers: readonly number[], work: GroupWork<Result>): Promise<void> {
  const queue = [...numbers];
  const next = () => {
    const size = Math.floor(queue.length / (PARALLEL_TASKS + 1));
    return queue.length === 0 ? undefined : queue.splice(0, Math.min(MOST_IN_GROUP, Math.max(1, size)));
  };
  return inParallel({ next, drop: () => (queue.length = 0) }, (group) => performGroup(group, work));
}

async function performGroup<Result>(
  numbers: readonly number[],
  { group, done, single }: GroupWork<Result>,
): Promise<void> {
  const results = numbers.length === 1 ? null : await resultsOf(group(numbers));
  if (results !== null) numbers.forEach((number, place) => done(number, results[place] as Result));
  else for (const number of numbers) await single(number);
}

/** Resolves to null when the activity failed. @throws the cancellation */
async function resultsOf<Result>(activity: Promise<readonly Result[]>): Promise<readonly Result[] | null> {
  try {
    return await activity;
  } catch (error) {
    if (CancellationScope.current().consideredCancelled) throw error;
    return null;
  }
}

async function inParallel<Work>(
  { next, drop }: { next: () => Work | undefined; drop: () => void },
  perform: (work: Work) => Promise<void>,
): Promise<void> {
  const worker = async () => {
    for (let work = next(); work !== undefined; work = next()) {
      await perform(work).catch((error: unknown) => {
        drop();
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: PARALLEL_TASKS }, worker));
  const broken = ends.find((result) => result.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
}
