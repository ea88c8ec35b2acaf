import { dataOf } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import type { Answer } from '../../hooks/use-answer.ts';
import { browserOf } from '../../parts/browser-of.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Time } from '../../parts/time.tsx';
import { useApi } from '../../session/session.tsx';

type Session = components['schemas']['Session'];

/** The sessions of the signed-in user, each of which can be ended. */
export function Sessions({ of: sessions }: { of: Answer<readonly Session[]> }) {
  const { client } = useApi();
  const end = (id: number) =>
    dataOf(client.DELETE('/sessions/{id}', { params: { path: { id } } })).finally(sessions.reload);
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      <p>End a session that you do not know, and change your password.</p>
      {sessions.error !== null && <ErrorPanel error={sessions.error} onRetry={sessions.reload} />}
      {sessions.data !== undefined && (
        <DataTable
          caption="Sessions"
          rows={sessions.data}
          keyOf={({ id }) => id}
          empty={<p>There is no session.</p>}
          columns={[
            { name: 'Browser', cell: ({ user_agent }) => browserOf(user_agent) },
            { name: 'Begun', cell: ({ created_at }) => <Time iso={created_at} /> },
            { name: 'Last used', cell: ({ last_used_at }) => <Time iso={last_used_at} /> },
            { name: 'Ends unless used', cell: ({ expires_at }) => <Time iso={expires_at} /> },
            {
              name: 'End',
              cell: ({ id, is_current, user_agent }) =>
                is_current ? (
                  <span class="muted">this browser</span>
                ) : (
                  <CommandButton run={() => end(id)} done="The session is ended" failed="The session was not ended">
                    End <span class="visually-hidden">the session of {browserOf(user_agent)}</span>
                  </CommandButton>
                ),
            },
          ]}
        />
      )}
    </section>
  );
}
