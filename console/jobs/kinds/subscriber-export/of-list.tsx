import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { dataOf } from '../../../../client/index.ts';
import { useAnswer } from '../../../hooks/use-answer.ts';
import { doneOf, liveOf } from '../../../hooks/use-live-jobs.ts';
import { useTarget } from '../../../hooks/use-target.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { formatCount } from '../../../parts/format.ts';
import { Time } from '../../../parts/time.tsx';
import { wordsOf } from '../../../parts/words.ts';
import { useApi } from '../../../session/session.tsx';
import { JobLink } from '../../job-link.tsx';
import { changesOf } from '../../jobs-of-list.ts';
import type { JobsOfListProps } from '../../jobs-of-list.ts';
import { jobName } from './name.ts';
import { NewExport } from './new-export.tsx';

/** Permission that a user needs to see them. */
export const permission = 'subscriber.export' as const;

/** The exports of a list, and a new one. */
export function JobsOfList({ listId, live }: JobsOfListProps) {
  const { client } = useApi();
  const now = (id: number) => liveOf(live.jobs, { job_type: jobName.jobType, id });
  const { path, query, route } = useLocation();
  // The address says of which segment one is wanted.
  const { export: segment, ...others } = query;
  const [isCreating, setCreating] = useState(false);
  const heading = useTarget<HTMLHeadingElement>('exports', segment);
  const cancel = () => {
    setCreating(false);
    if (segment !== undefined) route(`${path}?${new URLSearchParams(others)}`, true);
  };
  const exports = useAnswer(
    () => dataOf(client.GET('/mailing_lists/{id}/subscriber_exports', { params: { path: { id: listId } } })),
    [client, listId, changesOf(live, jobName.jobType)],
  );
  return (
    <section aria-labelledby="exports">
      <h2 id="exports" ref={heading} tabIndex={-1}>
        Exports
      </h2>
      {exports.error !== null && <ErrorPanel error={exports.error} onRetry={exports.reload} />}
      {exports.data !== undefined && (
        <DataTable
          caption="Exports"
          rows={exports.data}
          keyOf={({ id }) => id}
          empty={<p>Nothing was exported from this list yet.</p>}
          columns={[
            { name: 'Export', cell: ({ id }) => <JobLink job={{ job_type: jobName.jobType, id }} /> },
            { name: 'State', cell: ({ id, state }) => wordsOf(now(id)?.state ?? state) },
            {
              name: 'Subscribers',
              isNumber: true,
              cell: ({ id, stats }) => formatCount(doneOf(stats.subscribers_exported, now(id))),
            },
            { name: 'Created', cell: ({ created_at }) => <Time iso={created_at} /> },
          ]}
        />
      )}
      {isCreating || segment !== undefined ? (
        <NewExport key={segment} listId={listId} segmentId={segment ?? ''} onCancel={cancel} />
      ) : (
        <button type="button" class="after-table" onClick={() => setCreating(true)}>
          Export subscribers
        </button>
      )}
    </section>
  );
}

export const { place } = jobName;
