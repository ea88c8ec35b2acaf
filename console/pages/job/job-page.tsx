import { useRoute } from 'preact-iso/router';
import { useEffect, useRef } from 'preact/hooks';
import { linkTo } from '../../base.ts';
import { ActivityTable, TaskGrid } from '../../jobs/tasks.tsx';
import { Diagnosis } from '../../jobs/diagnosis.tsx';
import { EndNotice } from '../../jobs/end-notice.tsx';
import { JobCommands } from '../../jobs/job-commands.tsx';
import type { ConsoleKind, JobRecord } from '../../jobs/job-kind.ts';
import { CONSOLE_KINDS } from '../../jobs/console-kinds.ts';
import { Progress } from '../../jobs/progress.tsx';
import { useJob } from '../../jobs/use-job.ts';
import type { JobNow, Inspection } from '../../jobs/use-job.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { announce } from '../../parts/live-region.tsx';
import { inPageWords } from '../../parts/page-words.ts';
import { Page } from '../../parts/page.tsx';
import { StreamNotice } from '../../parts/stream-notice.tsx';
import { Time } from '../../parts/time.tsx';
import { useSession, useApi } from '../../session/session.tsx';
import type { Caller } from '../../session/api.ts';
import { StateChart } from '../../state-chart/state-chart.tsx';
import { wordsOf } from '../../parts/words.ts';
import { dataOf } from '../../../client/index.ts';
import { useAnswer } from '../../hooks/use-answer.ts';

/** The page of a job of any kind: the kind is the first part of its path. */
export function JobPage() {
  const { path, params } = useRoute();
  const kind = CONSOLE_KINDS.find((each) => path.startsWith(linkTo(`${each.path}/`)));
  const id = Number(params['id']);
  if (kind === undefined || !Number.isSafeInteger(id)) return <Page title="No such job">{null}</Page>;
  return <Job key={`${kind.path}/${id}`} kind={kind} id={id} />;
}

function Job({ kind, id }: { kind: ConsoleKind; id: number }) {
  const job = useJob(kind, id);
  const { row, record, inspection, live, machine, state, changes } = job;
  const { caller } = useSession();
  useAnnouncedState(kind, state);
  const title = `${record?.isDryRun === true ? 'Dry run' : kind.title} ${id}`;
  if (record === undefined || state === undefined)
    return (
      <Page title={title} above={JOBS}>
        {job.error === null ? (
          <p class="muted">Loading the job …</p>
        ) : (
          <ErrorPanel error={job.error} onRetry={job.reload} />
        )}
      </Page>
    );
  const { Details, Result } = kind;
  const isOver = record.finishedAt !== null;
  const health = inspection?.health ?? live?.health ?? null;
  return (
    <Page title={title} tab={`${wordsOf(state)}: ${title}`} above={aboveOf(record, inspection, caller)}>
      <StreamNotice stream={job.stream} />
      {job.error !== null && <ErrorPanel error={job.error} onRetry={job.reload} />}
      <p class="job-head">
        <span class={`job-state ${state}`}>{wordsOf(state)}</span>{' '}
        {!isOver && health !== null && health !== 'ok' && <span class="job-state paused">{health}</span>} List{' '}
        <ListLink list={record} inspection={inspection} />
        {inspection !== undefined &&
          caller !== null &&
          inspection.organization_id !== caller.organization.id &&
          ` of ${inspection.organization_name}`}
        {record.subject !== null && <>, {record.subject}</>}, created <Time iso={record.createdAt} />
        {isOver && (
          <>
            , ended <Time iso={record.finishedAt} />
          </>
        )}
      </p>
      {isOver && Result !== undefined && <Result id={id} row={row} />}
      {machine !== null && <JobCommands {...{ kind, id, machine, inspection }} reload={job.reload} />}
      <EndNotice sentence={`${title} is ${wordsOf(state)}`} isOver={isOver} />
      <Troubles kind={kind} id={id} job={job} />
      <Progress kind={kind} record={{ ...record, state }} live={live} stream={job.stream} />
      {Details !== undefined && (
        <Details id={id} row={row} live={live && { counters: live.counters ?? {} }} changes={isOver ? -1 : changes} />
      )}
      <details class="machine">
        <summary>How the job runs</summary>
        <StateChart
          charts={kind.charts}
          path={machine?.path ?? []}
          returnsTo={inspection?.state === state ? (inspection.machine_state?.returns_to ?? null) : null}
          description={describe(machine)}
        />
        {inspection?.tasks.map((tasks) => (
          <TaskGrid key={tasks.work} tasks={tasks} isOver={isOver} />
        ))}
        {inspection?.temporal_ui_url != null && (
          <p class="after-table">
            <a href={inspection.temporal_ui_url} target="_blank" rel="noreferrer">
              The workflow in the Temporal UI
            </a>
          </p>
        )}
      </details>
      <ActivityTable kind={kind} id={id} changes={isOver ? -1 : changes} />
    </Page>
  );
}

/** The list of the job, or all jobs where the caller cannot open it. */
function aboveOf(
  { listId, listName }: JobRecord,
  inspection: JobNow['inspection'],
  caller: Caller | null,
): readonly { readonly name: string; readonly href: string }[] {
  const isOwn = inspection !== undefined && caller?.organization.id === inspection.organization_id;
  if (listId === null || !isOwn) return JOBS;
  return [
    { name: 'Lists', href: linkTo('/lists') },
    { name: listName, href: linkTo(`/lists/${listId}`) },
  ];
}

const JOBS = [{ name: 'Jobs', href: linkTo('/jobs') }];

/** Error, pause reason and diagnosis of a job, with the actions that free it. */
function Troubles({ kind, id, job }: { kind: ConsoleKind; id: number; job: JobNow }) {
  const { record, inspection, state } = job;
  const diagnosis = inspection?.diagnosis ?? null;
  const parked = inspection?.parked ?? [];
  const mayAct = (inspection?.actions.length ?? 0) > 0;
  return (
    <>
      {record?.errorMessage != null && (state === 'failed' || diagnosis === null) && (
        <div class="panel error">
          <p>{inPageWords(record.errorMessage)}</p>
        </div>
      )}
      {state === 'paused' && record?.pauseReason != null && (
        <div class="panel warning">
          <p>
            A limit paused the job: {inPageWords(record.pauseReason)} Look at the failed rows below, then unpause it,
            which lets it pass the limit, or stop it.
          </p>
        </div>
      )}
      {diagnosis !== null && (
        <div class="panel warning" role="group" aria-label="What holds the job up">
          <Diagnosis {...{ diagnosis, id, mayAct }} kind={kind.name} onDone={job.reload} />
          {parked.length > 1 && (
            <details>
              <summary>All parked tasks ({inspection?.number_of_parked})</summary>
              <ul>
                {parked.map(({ work, number, reason }) => (
                  <li key={`${work} ${number}`}>
                    {mayAct ? `${work} ${number}: ${reason}` : inPageWords(`${work} ${number}: ${reason}`)}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      )}
    </>
  );
}

/** The chart in words. */
function describe(machine: JobNow['machine']): string {
  if (machine === null) return 'The state of the job is not known.';
  const names = machine.path.map((id) => wordsOf(id.slice(id.lastIndexOf('.') + 1)));
  const commands = ['pause', 'unpause', 'cancel', 'retry', 'restart'].filter((command) => machine.can(command));
  const taken = commands.length === 0 ? 'It takes no command.' : `It takes the commands ${commands.join(', ')}.`;
  return `The job is in the state ${names.join(', inside it ')}. ${taken}`;
}

/** Tells screen readers of a new state; not of each step of the progress. */
function useAnnouncedState({ title }: ConsoleKind, state: string | undefined): void {
  const last = useRef(state);
  useEffect(() => {
    if (last.current !== undefined && state !== undefined && last.current !== state)
      announce(`${title} is ${wordsOf(state)}`);
    last.current = state;
  }, [state]);
}

interface ListLinkProps {
  list: Pick<JobRecord, 'listId' | 'listName'>;
  /** Undefined until the first answer. */
  inspection: Inspection | undefined;
}

/** The list of a job: a link if the key opens its page, which the lists of other organizations do not have. */
function ListLink({ list: { listId, listName }, inspection }: ListLinkProps) {
  const { client } = useApi();
  // Only system administrators have actions, and they see the jobs of other organizations.
  const isOperator = (inspection?.actions.length ?? 0) > 0;
  const counts = useAnswer(
    async () => (isOperator ? await dataOf(client.GET('/subscriber_counts')) : null),
    [client, isOperator],
  );
  const isOwn = !isOperator || counts.data?.organization.id === inspection?.organization_id;
  if (listId === null || inspection === undefined || !isOwn) return <>{listName}</>;
  return <a href={linkTo(`/lists/${listId}`)}>{listName}</a>;
}
