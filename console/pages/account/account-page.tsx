import { holds } from '../../../engine/domain/permissions.ts';
import type { HeldPermissions } from '../../../engine/domain/permissions.ts';
import { dataOf } from '../../../client/index.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { Page } from '../../parts/page.tsx';
import { PERMISSION_GROUPS } from '../../parts/permission-words.ts';
import { ROLES } from '../../parts/roles.ts';
import type { Caller } from '../../session/api.ts';
import { useApi, useSession } from '../../session/session.tsx';
import { OwnEmail } from './own-email.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnMails, OwnTips } from './own-preferences.tsx';
import { Sessions } from './sessions.tsx';

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
