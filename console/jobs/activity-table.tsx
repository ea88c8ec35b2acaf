import { useAnswer } from '../hooks/use-answer.ts';
import { DataTable } from '../parts/data-table.tsx';
import { ErrorPanel } from '../parts/error-panel.tsx';
import { inPageWords } from '../parts/page-words.ts';
import { Time } from '../parts/time.tsx';
import { useApi } from '../session/session.tsx';
import { wordsOf } from '../parts/words.ts';
import { actorName } from './actor-name.ts';
import type { ConsoleKind } from './job-kind.ts';

/** Table of the actions on a job with their actors, the latest first. */
export function ActivityTable({ kind, id, changes }: { kind: ConsoleKind; id: number; changes: number }) {
  const { client } = useApi();
  const activity = useAnswer(() => kind.activity(client, id), [client, kind, id, changes]);
  return (
    <section aria-labelledby="activity">
      <h2 id="activity">Activity</h2>
      {activity.error !== null && <ErrorPanel error={activity.error} onRetry={activity.reload} />}
      {activity.data !== undefined && (
        <DataTable
          caption="Activity"
          rows={[...activity.data].reverse().map((entry, at) => ({ ...entry, at: entry.at, key: at }))}
          keyOf={({ key }) => key}
          empty={<p>Nothing was recorded: the job was created by an older version.</p>}
          columns={[
            { name: 'When', cell: ({ at }) => <Time iso={at} /> },
            { name: 'What', cell: ({ command }) => wordsOf(command) },
            { name: 'Who', cell: ({ actor }) => actorName(actor) },
            { name: 'Why', cell: ({ reason }) => (reason === null ? '' : inPageWords(reason)) },
          ]}
        />
      )}
    </section>
  );
}
