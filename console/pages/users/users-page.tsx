import { useState } from 'preact/hooks';
import { linkTo } from '../../base.ts';
import { listingOf } from '../../hooks/listing-of.ts';
import { usePages } from '../../hooks/use-pages.ts';
import { useSettled } from '../../hooks/use-settled.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Page } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { ROLES } from '../../parts/roles.ts';
import { SearchField } from '../../parts/search-field.tsx';
import { useApi, useSession } from '../../session/session.tsx';
import { ABOVE_USERS } from './above.ts';
import type { User } from './user.ts';

/** The users of the organization. */
export function UsersPage() {
  const { client } = useApi();
  const { caller } = useSession();
  const [search, setSearch] = useState('');
  const wanted = useSettled(search.trim(), SETTLED_MS);
  const id = caller?.organization.id ?? null;
  const users = usePages<User>(
    (page) => {
      if (id === null) return Promise.resolve({ data: [] });
      const query = { page, per_page: PER_PAGE, order_by: 'full_name', ...(wanted !== '' && queryOf(wanted)) } as const;
      return listingOf(client.GET('/organizations/{id}/users', { params: { path: { id }, query } }));
    },
    [client, id],
    wanted,
  );
  return (
    <Page
      title="Users"
      above={ABOVE_USERS.slice(0, 1)}
      actions={
        <a class="button primary" href={linkTo('/settings/users/new')}>
          New user
        </a>
      }
    >
      <SearchField label="Search by name, or address with @" value={search} onInput={setSearch} />
      {users.error !== null && <ErrorPanel error={users.error} onRetry={users.reload} />}
      {users.data !== undefined && (
        <DataTable
          caption="Users"
          rows={users.data.data}
          keyOf={(user) => user.id}
          empty={
            <p>
              {wanted === ''
                ? 'There is no user yet: the console is used with an API key. Create one for each person.'
                : `No user has “${wanted}” in the ${wanted.includes('@') ? 'address' : 'name'}.`}
            </p>
          }
          columns={[
            { name: 'Name', cell: (user) => <a href={linkTo(`/settings/users/${user.id}`)}>{user.full_name}</a> },
            { name: 'Email', cell: ({ email }) => email },
            { name: 'Role', cell: ({ role }) => ROLES[role].name },
            { name: 'State', cell: stateOf },
          ]}
        />
      )}
      <Pager of={users} one="user" />
    </Page>
  );
}

const PER_PAGE = 50;
const SETTLED_MS = 200;

/** An "@" is in no name, so it looks for an address. */
function queryOf(text: string) {
  return text.includes('@') ? { email_contains: text } : { full_name_contains: text };
}

function stateOf({ active, password_failure_lockout: lockout }: User): string {
  if (!active) return 'switched off';
  return lockout.is_locked_out ? 'locked out' : 'active';
}
