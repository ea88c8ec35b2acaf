import type { components } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { Diagnosis } from '../../jobs/diagnosis.tsx';
import { CONSOLE_KINDS } from '../../jobs/kinds/index.ts';
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
      {found.map(({ job_kind, id, organization_id, mailing_list_id, health, diagnosis }) => {
        const kind = CONSOLE_KINDS.find(({ name }) => name === job_kind);
        return (
          <article key={`${job_kind}/${id}`} class="panel warning">
            <h3>
              {kind === undefined ? (
                `${job_kind} ${id}`
              ) : (
                <a href={linkTo(`${kind.path}/${id}`)}>{`${kind.title} ${id}`}</a>
              )}{' '}
              <span class="job-state">{health}</span>{' '}
              <span class="muted">
                organization {organization_id}
                {mailing_list_id !== null && `, list ${mailing_list_id}`}
              </span>
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
