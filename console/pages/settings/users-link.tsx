import { linkTo } from '../../base.ts';

/** The way to the users of the organization. */
export function UsersLink() {
  return (
    <section aria-labelledby="users">
      <h2 id="users">Users</h2>
      <p>
        Each person who works in the console has a user, with a role and permissions.{' '}
        <a href={linkTo('/settings/users')}>Users of the organization</a>
      </p>
    </section>
  );
}
