import { PERMISSIONS } from '../../../engine/domain/permissions.ts';
import { Page } from '../../parts/page.tsx';
import { wordsOf } from '../../parts/words.ts';
import type { Caller } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { Sessions } from './sessions.tsx';

/** The account of the signed-in user, with the sessions of it; or the API key of the tab. */
export function AccountPage() {
  const { caller } = useSession();
  return (
    <Page title="My account">
      {caller !== null && <Facts caller={caller} />}
      {caller?.user != null && <Sessions />}
    </Page>
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
      <dd>{wordsOf(role)}</dd>
      {user !== null && (
        <>
          <dt>Permissions</dt>
          <dd>{role === 'standard' ? permissionsIn(user) : 'all of the role'}</dd>
        </>
      )}
    </dl>
  );
}

/** "subscriber: read, import; seed list: create". */
function permissionsIn({ permissions }: NonNullable<Caller['user']>): string {
  const held: Readonly<Record<string, readonly string[]>> = permissions;
  const kinds = Object.keys(PERMISSIONS).filter((kind) => (held[kind]?.length ?? 0) > 0);
  const parts = kinds.map((kind) => `${wordsOf(kind)}: ${held[kind]?.map(wordsOf).join(', ')}`);
  return parts.length === 0 ? 'none: an administrator can give you some' : parts.join('; ');
}
