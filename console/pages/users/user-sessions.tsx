import { dataOf } from '../../../client/index.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { browserOf } from '../../parts/browser-of.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Time } from '../../parts/time.tsx';
import { useApi } from '../../session/session.tsx';
import type { User } from './user.ts';

/** The sessions of another user, which can be ended together. */
export function UserSessions({ user: { id } }: { user: User }) {
  const { client } = useApi();
  const params = { path: { id } };
  const sessions = useAnswer(() => dataOf(client.GET('/users/{id}/sessions', { params })), [client, id]);
  const end = () => dataOf(client.DELETE('/users/{id}/sessions', { params })).finally(sessions.reload);
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      {sessions.error !== null && <ErrorPanel error={sessions.error} onRetry={sessions.reload} />}
      {sessions.data !== undefined && (
        <DataTable
          caption="Sessions"
          rows={sessions.data}
          keyOf={(session) => session.id}
          empty={<p>The user is not signed in.</p>}
          columns={[
            { name: 'Browser', cell: ({ user_agent }) => browserOf(user_agent) },
            { name: 'Begun', cell: ({ created_at }) => <Time iso={created_at} /> },
            { name: 'Last used', cell: ({ last_used_at }) => <Time iso={last_used_at} /> },
          ]}
        />
      )}
      {sessions.data !== undefined && sessions.data.length > 0 && (
        <div class="actions after-legend">
          <CommandButton run={end} done="The sessions are ended" failed="The sessions were not ended">
            End all sessions
          </CommandButton>
        </div>
      )}
    </section>
  );
}
