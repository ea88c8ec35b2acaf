import { useRoute } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { formatTime } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Time } from '../../parts/time.tsx';
import { useApi, useSession } from '../../session/session.tsx';
import { ABOVE_USERS } from './above.ts';
import { DeleteUser } from './delete-user.tsx';
import { SetPassword } from './set-password.tsx';
import { draftOf } from './user.ts';
import type { User } from './user.ts';
import { UserFields } from './user-fields.tsx';
import { UserSessions } from './user-sessions.tsx';

/** A user of the organization: attributes, password, sessions and deletion. */
export function UserPage() {
  const { client } = useApi();
  const { caller } = useSession();
  const { id = '' } = useRoute().params as { id?: string };
  const path = { id: Number(id) };
  const user = useAnswer(() => dataOf(client.GET('/users/{id}', { params: { path } })), [client, id]);
  const isOwn = caller?.user?.id === path.id;
  const letIn = () =>
    dataOf(client.PUT('/users/{id}/reset_password_failure_lockout', { params: { path } })).then(user.reload);
  const { data } = user;
  const until = data?.password_failure_lockout.expires_at ?? null;
  return (
    <Page title={data?.full_name ?? 'User'} above={ABOVE_USERS}>
      {user.error !== null && <ErrorPanel error={user.error} onRetry={user.reload} />}
      {until !== null && (
        <div class="panel warning">
          <p>Too many wrong passwords have locked this user out until {formatTime(until)}.</p>
          <CommandButton run={letIn} done="The user may sign in again" failed="The lockout was not ended">
            Let the user in
          </CommandButton>
        </div>
      )}
      {data !== undefined && (
        <>
          {data.terms_and_conditions_version !== null && <TermsAgreed user={data} />}
          <Attributes user={data} isOwn={isOwn} onSaved={user.reload} />
          {isOwn ? (
            <p>
              Your address, your password and your sessions are under <a href={linkTo('/account')}>My account</a>.
            </p>
          ) : (
            <>
              <SetPassword user={data} />
              <UserSessions user={data} />
              <DeleteUser user={data} />
            </>
          )}
        </>
      )}
    </Page>
  );
}

interface AttributesProps {
  user: User;
  isOwn: boolean;
  onSaved: () => void;
}

/** The attributes that differ from the user as it was read: others may have changed the rest. */
function changes<Draft extends object>(draft: Draft, read: Record<keyof Draft, unknown>): Partial<Draft> {
  const names = Object.keys(draft) as (keyof Draft)[];
  const changed = names.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(read[name]));
  return Object.fromEntries(changed.map((name) => [name, draft[name]])) as Partial<Draft>;
}

function Attributes({ user, isOwn, onSaved }: AttributesProps) {
  const { client } = useApi();
  const [draft, setDraft] = useState(draftOf(user));
  const [isSaved, setSaved] = useState(false);
  useEffect(() => setDraft(draftOf(user)), [user.id]);
  const { isBusy, error, onSubmit } = useSubmit(async () => {
    const { full_name } = draft;
    const body = { user: changes(isOwn ? { full_name } : draft, draftOf(user)) };
    setSaved(false);
    setDraft(draftOf(await dataOf(client.PUT('/users/{id}', { params: { path: { id: user.id } }, body }))));
    setSaved(true);
    onSaved();
  });
  return (
    <form aria-label="User" onSubmit={onSubmit} onInput={() => setSaved(false)}>
      <UserFields draft={draft} isOwn={isOwn} onChange={setDraft} />
      {!isOwn && <p class="muted">Another role, other permissions or no sign-in end the sessions of the user.</p>}
      {error !== null && <ErrorPanel error={error} what="The user was not changed" />}
      <button type="submit" class="primary" aria-busy={isBusy} disabled={isBusy}>
        Save
      </button>
      <p role="status" class="after-legend">
        {isSaved && 'Saved.'}
      </p>
    </form>
  );
}

/** The version of the terms and conditions that a user agreed to, and when. */
function TermsAgreed({ user: { id, terms_and_conditions_version: version } }: { user: User }) {
  const { client } = useApi();
  const path = { id };
  const agreements = useAnswer(
    () => dataOf(client.GET('/users/{id}/terms_agreements', { params: { path } })),
    [client, id, version],
  );
  const own = agreements.data?.find((each) => each.version === version);
  return (
    <p class="muted">
      Terms and conditions: version {version}
      {own !== undefined && (
        <>
          , agreed to <Time iso={own.agreed_at} />
        </>
      )}
      .
    </p>
  );
}
