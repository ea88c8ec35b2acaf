import { COMMANDS } from '../../../workflows/messages.ts';
import { JOB_VIEW } from '../../../workflows/names.ts';
import { beginning, payloadOf, valueOf } from '../../simulation/workflow-sandbox.ts';
import type { Command, Job, Moment, Payload, Run, Sandbox } from '../../simulation/workflow-sandbox.ts';
import { shapesOf } from './command-shapes.ts';
import { resultOf } from './played-jobs.ts';
import type { PlayedJob } from './played-jobs.ts';
import type { Tape } from './tape.ts';

/** Jobs that a workflow is given at a time. */
export interface Activation {
  readonly jobs: readonly Job[];
  readonly moment: Moment;
}

/** A run of a workflow as a worker has played it. */
export interface PlayedRun {
  readonly run: Run;
  /** The commands that the history has, in their order. */
  readonly commands: readonly string[];
  /** The activations of a replay. */
  readonly history: readonly Activation[];
  /** The arguments of the run that continues it; null when none does. */
  readonly next: readonly Payload[] | null;
}

interface Open {
  readonly type: string;
  readonly input: unknown;
  /** Whether its end is awaited once it is cancelled. */
  readonly isAwaited: boolean;
  isCancelled: boolean;
}

/** Of temporal.api.enums: the cancellation of an activity waits for its end. */
const WAIT_CANCELLATION_COMPLETED = 1;
const MOST_NEWS = 3;

/**
 * Plays a run with a server and a worker that a tape decides: in each workflow task come commands as updates and signals, queries, ends of
 * activities and timers. The replay of its history differs from what the worker saw as that of the SDK does:
 * - it has no queries, no update that was refused, and no validator runs in it;
 * - where a workflow task ended in the moment in which a local activity did, the worker saw the messages of the next task before the result
 *   of the activity, and a replay sees them after it (workflows/inbox.ts).
 */
export async function playRun(sandbox: Sandbox, job: PlayedJob, run: Run, tape: Tape): Promise<PlayedRun> {
  const [activities, locals] = [new Map<number, Open>(), new Map<number, Open>()];
  const timers = new Set<number>();
  const commands: string[] = [];
  const history: Activation[] = [];
  let moment: Moment = { now: 0, historyLength: 3 };
  let next: readonly Payload[] | null = null;
  let hasEnded = false;
  let updates = 0;
  const live = await sandbox.load(run, moment);

  /** Shows jobs to the workflow, `asInHistory` unless the history has them elsewhere. */
  const activate = async (jobs: readonly Job[], asInHistory = true): Promise<void> => {
    const scheduled = new Set<number>();
    const found = await live.activate(jobs, moment);
    commands.push(...shapesOf(found));
    if (asInHistory) note(replayed(jobs, found));
    const over: Job[] = [];
    for (const command of found) apply(command, scheduled, over);
    if (over.length > 0 && !hasEnded) await activate(over);
  };
  const note = (jobs: readonly Job[]) => {
    if (jobs.length > 0) history.push({ jobs, moment: { ...moment, isReplaying: true } });
  };
  const apply = (command: Command, scheduled: Set<number>, over: Job[]) => {
    const { scheduleActivity, scheduleLocalActivity, requestCancelActivity, requestCancelLocalActivity } = command;
    const begun = scheduleActivity ?? scheduleLocalActivity;
    if (begun) {
      const open = {
        ...{ type: begun.activityType ?? '', input: valueOf(begun.arguments?.[0]), isCancelled: false },
        isAwaited: Number(begun.cancellationType) === WAIT_CANCELLATION_COMPLETED,
      };
      (scheduleActivity ? activities : locals).set(Number(begun.seq), open);
      scheduled.add(Number(begun.seq));
    } else if (requestCancelActivity) {
      const seq = Number(requestCancelActivity.seq);
      const open = activities.get(seq);
      if (open?.isAwaited === true && !scheduled.has(seq)) open.isCancelled = true;
      else if (activities.delete(seq)) over.push(resolved(seq, CANCELLED));
    } else if (requestCancelLocalActivity) {
      const seq = Number(requestCancelLocalActivity.seq);
      if (locals.delete(seq)) over.push(resolved(seq, CANCELLED, true));
    } else if (command.startTimer) timers.add(Number(command.startTimer.seq));
    else if (command.cancelTimer) timers.delete(Number(command.cancelTimer.seq));
    else if (command.completeWorkflowExecution ?? command.failWorkflowExecution) hasEnded = true;
    else if (command.continueAsNewWorkflowExecution) {
      hasEnded = true;
      next = command.continueAsNewWorkflowExecution.arguments ?? [];
    }
  };

  const endOf = (open: Open): object => {
    if (open.isCancelled && tape.below(2) === 0) return CANCELLED;
    if (tape.below(8) === 7) return FAILED;
    return { completed: { result: payloadOf(resultOf(job, open.type, open.input, tape)) } };
  };
  const endActivity = (): Job => {
    const seq = tape.pick([...activities.keys()]);
    const open = activities.get(seq)!;
    activities.delete(seq);
    return resolved(seq, endOf(open));
  };
  const fireTimer = (): Job => {
    const seq = tape.pick([...timers]);
    timers.delete(seq);
    return { fireTimer: { seq } };
  };
  const message = (): Job => {
    const kind = tape.below(3);
    if (kind > 0)
      return kind === 1 ? updateOf(tape.pick(COMMANDS), `update-${updates++}`) : signalOf(tape.pick(COMMANDS));
    return tape.pick([signalOf('diagnosed'), CANCEL, ...job.signals.map(signalOf)]);
  };
  /** The events since the last workflow task, messages first. */
  const news = (): Job[] => {
    const [messages, others]: [Job[], Job[]] = [[], []];
    for (let count = 1 + tape.below(MOST_NEWS); count > 0; count--) {
      const kind = tape.below(3);
      if (kind === 0 && activities.size > 0) others.push(endActivity());
      else if (kind === 1 && timers.size > 0) others.push(fireTimer());
      else messages.push(message());
    }
    return [...messages, ...others];
  };

  /** The result of a local activity that ended with the last workflow task, before the workflow saw it. */
  let late: Job[] = [];
  let jobs: Job[] = [beginning(run, 0)];
  for (;;) {
    if (jobs.length > 0) await activate(jobs);
    if (late.length > 0 && !hasEnded) await activate(late, false);
    late = [];
    if (!hasEnded && tape.below(4) === 0) await live.activate([QUERY], moment);
    while (locals.size > 0 && !hasEnded) {
      const isCut = tape.below(3) === 2;
      if (isCut && tape.below(2) === 0) break;
      const [[seq, open] = []] = locals;
      if (seq === undefined || open === undefined) break;
      locals.delete(seq);
      const result = [resolved(seq, endOf(open), true)];
      if (isCut) {
        note(result);
        late = result;
        break;
      }
      await activate(result);
    }
    if (hasEnded || (tape.isOver() && late.length === 0)) break;
    const suggests = moment.suggestsContinueAsNew === true || tape.below(30) === 29;
    moment = { now: moment.now + 1, historyLength: moment.historyLength + 5, suggestsContinueAsNew: suggests };
    jobs = tape.isOver() ? [] : news();
  }
  await live.dispose();
  return { run, commands, history, next };
}

/** The jobs of an activation as a replay has them. */
function replayed(jobs: readonly Job[], found: readonly Command[]): Job[] {
  const refused = new Set(
    found.flatMap(({ updateResponse }) => (updateResponse?.rejected ? [updateResponse.protocolInstanceId] : [])),
  );
  return jobs.flatMap((job) => {
    const { doUpdate } = job as { doUpdate?: { protocolInstanceId: string } };
    if (doUpdate === undefined) return [job];
    return refused.has(doUpdate.protocolInstanceId) ? [] : [{ doUpdate: { ...doUpdate, runValidator: false } }];
  });
}

const BY = payloadOf({ type: 'operator', name: 'ann' });
const REASON = payloadOf('Enough.');
const CANCEL: Job = { cancelWorkflow: { reason: 'Enough.' } };
const QUERY: Job = { queryWorkflow: { queryId: '1', queryType: JOB_VIEW, arguments: [] } };
const CANCELLED = { cancelled: { failure: { message: 'cancelled', canceledFailureInfo: {} } } };
const FAULT = { message: 'It failed.', applicationFailureInfo: { type: 'DataRefused', nonRetryable: true } };
const FAILED = { failed: { failure: FAULT } };

function resolved(seq: number, result: object, isLocal = false): Job {
  return { resolveActivity: { seq, isLocal, result } };
}

function signalOf(signalName: string): Job {
  const input = signalName === 'diagnosed' ? [payloadOf(null)] : [REASON, BY];
  return { signalWorkflow: { signalName, input, identity: 'a test', headers: {} } };
}

function updateOf(name: string, id: string): Job {
  const meta = { updateId: id, identity: 'a test' };
  return { doUpdate: { id, protocolInstanceId: id, name, input: [REASON, BY], headers: {}, meta, runValidator: true } };
}
