import type { components } from '../../../client/index.ts';
import { Diagnosis } from '../../jobs/diagnosis.tsx';
import { JobLink } from '../../jobs/job-link.tsx';
import { CONSOLE_KINDS } from '../../jobs/console-kinds.ts';
import { formatCountOf } from '../../parts/format.ts';

type Found = components['schemas']['JobsReport']['unhealthy'];

interface UnhealthyJobsProps {
  found: Found;
  unchecked: number;
  /** Called when a remedy was answered. */
  onDone: () => void;
}

/** The jobs that are stuck or stalled, each with its cause and its remedy. */
export function UnhealthyJobs({ found, unchecked, onDone }: UnhealthyJobsProps) {
  return (
    <section aria-labelledby="unhealthy">
      <h2 id="unhealthy">Stuck and stalled</h2>
      {found.length === 0 && <p class="muted">No job is stuck or stalled.</p>}
      {found.map((job) => {
        const { job_kind, id, dry_run, health, diagnosis } = job;
        const kind = CONSOLE_KINDS.find(({ name }) => name === job_kind);
        return (
          <article key={`${job_kind}/${id}`} class="panel warning">
            <h3>
              {kind === undefined ? `${job_kind} ${id}` : <JobLink job={{ job_type: kind.jobType, id, dry_run }} />}{' '}
              <span class="job-state">{health}</span> <span class="muted">{placeOf(job)}</span>
            </h3>
            {kind === undefined ? (
              // It has no page and no actions over the API: the remedy is a command of the command line.
              <p>
                {diagnosis.sentence} <span class="muted">{diagnosis.remedy}</span>
              </p>
            ) : (
              <Diagnosis diagnosis={diagnosis} kind={job_kind} id={id} mayAct onDone={onDone} />
            )}
          </article>
        );
      })}
      {unchecked > 0 && <p class="muted">{formatCountOf(unchecked, 'more running job')} not checked.</p>}
    </section>
  );
}

/** "list News of Acme". */
function placeOf({ organization_id, organization_name, mailing_list_name }: Found[number]): string {
  const organization = organization_name ?? `organization ${organization_id}`;
  return mailing_list_name === null ? organization : `list ${mailing_list_name} of ${organization}`;
}
