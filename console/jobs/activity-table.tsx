import { useAnswer } from '../hooks/use-answer.ts';
import { DataTable } from '../parts/data-table.tsx';
import { ErrorPanel } from '../parts/error-panel.tsx';
import { Time } from '../parts/time.tsx';
import { useApi } from '../session/session.tsx';
import { wordsOf } from '../parts/words.ts';
import type { Activity, ConsoleKind } from './job-kind.ts';

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
            { name: 'Who', cell: ({ actor }) => senderOf(actor) },
            { name: 'Why', cell: ({ reason }) => reason ?? '' },
          ]}
        />
      )}
    </section>
  );
}

function senderOf({ type, id, name }: Activity['actor']): string {
  const kinds: Readonly<Record<Activity['actor']['type'], string>> = {
    api_key: name === null ? `API key ${id ?? ''}` : `API key “${name}”`,
    user: name ?? `user ${id ?? ''}`,
    operator: `operator ${name ?? ''}`,
    list_deletion: `the deletion of list ${id ?? ''}`,
    maintenance: 'the service',
    guard: 'a guard of the import',
    temporal: 'the Temporal UI',
  };
  return kinds[type];
}
