import { holds } from '../../../engine/domain/permissions.ts';
import type { HeldPermissions } from '../../../engine/domain/permissions.ts';
import { dataOf } from '../../../client/index.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { Page } from '../../parts/page.tsx';
import { PERMISSION_GROUPS } from '../../parts/permission-words.ts';
import { ROLES } from '../../parts/roles.ts';
import type { Caller } from '../../session/api.ts';
import { useApi, useSession } from '../../session/session.tsx';
import { OwnEmail, OwnPassword } from './own-sign-in.tsx';
import { OwnMails, OwnTips } from './own-preferences.tsx';
import type { components } from '../../../client/index.ts';
import type { Answer } from '../../hooks/use-answer.ts';
import { browserOf } from '../../parts/browser-of.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Time } from '../../parts/time.tsx';

/** The account of the signed-in user, with the sessions of it; or the API key of the tab. */
export function AccountPage() {
  const { caller } = useSession();
  return (
    <Page title="My account">
      {caller !== null && <Facts caller={caller} />}
      {caller?.user != null && <UserSections user={caller.user} />}
    </Page>
  );
}

function UserSections({ user }: { user: NonNullable<Caller['user']> }) {
  const { client } = useApi();
  const sessions = useAnswer(() => dataOf(client.GET('/sessions')), [client]);
  return (
    <>
      {user.role !== 'standard' && <OwnEmail />}
      <OwnPassword onChanged={sessions.reload} />
      <Sessions of={sessions} />
      <OwnMails user={user} />
      <OwnTips user={user} />
    </>
  );
}

function Facts({ caller: { user, api_key, role, organization } }: { caller: Caller }) {
  return (
    <dl class="facts">
      {user === null ? (
        <>
          <dt>API key</dt>
          <dd>{api_key?.name}</dd>
        </>
      ) : (
        <>
          <dt>Name</dt>
          <dd>{user.full_name}</dd>
          <dt>Email</dt>
          <dd>{user.email}</dd>
        </>
      )}
      <dt>Organization</dt>
      <dd>
        {organization.name}, times in {organization.time_zone}
      </dd>
      <dt>Role</dt>
      <dd>{ROLES[role].name}</dd>
      {user !== null && (
        <>
          <dt>Permissions</dt>
          <dd>{role === 'standard' ? <Held permissions={user.permissions} /> : ROLES[role].may}</dd>
        </>
      )}
    </dl>
  );
}

function Held({ permissions }: { permissions: HeldPermissions }) {
  const held = PERMISSION_GROUPS.flatMap((group) =>
    group.permissions.filter(({ permission }) => holds(permissions, permission)),
  );
  if (held.length === 0) return <>none: an administrator can give you some</>;
  return (
    <ul class="plain">
      {held.map(({ permission, may }) => (
        <li key={permission}>{may}</li>
      ))}
    </ul>
  );
}

type Session = components['schemas']['Session'];

/** The sessions of the signed-in user, each of which can be ended. */
function Sessions({ of: sessions }: { of: Answer<readonly Session[]> }) {
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
