import { dataOf } from '../../../client/index.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Time } from '../../parts/time.tsx';
import { useApi } from '../../session/session.tsx';

/** The sessions of the signed-in user, each of which can be ended. */
export function Sessions() {
  const { client } = useApi();
  const sessions = useAnswer(() => dataOf(client.GET('/sessions')), [client]);
  const end = (id: number) =>
    dataOf(client.DELETE('/sessions/{id}', { params: { path: { id } } })).finally(sessions.reload);
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      <p>End a session that you do not know, and have an administrator set another password.</p>
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

/** "Firefox on Linux", by the name that a browser gives itself; unknown ones as they are, cut. */
function browserOf(userAgent: string | null): string {
  if (userAgent === null) return 'unknown';
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser === undefined) return userAgent.slice(0, 60);
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** The first that fits: each names others, too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
