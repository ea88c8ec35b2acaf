import { useRoute, useLocation } from 'preact-iso/router';
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
import { draftOf } from './user.ts';
import type { User } from './user.ts';
import { UserFields } from './user-fields.tsx';
import { Question } from '../../parts/question.tsx';
import { browserOf } from '../../parts/browser-of.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { NewPasswordFields, useNewPassword } from '../../parts/new-password.tsx';

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

/** Deletes a user after a question. */
function DeleteUser({ user }: { user: User }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <section aria-labelledby="deletion">
      <h2 id="deletion">Delete the user</h2>
      {isAsked ? (
        <Deletion user={user} onKeep={() => setAsked(false)} />
      ) : (
        <button type="button" class="danger" onClick={() => setAsked(true)}>
          Delete {user.full_name} …
        </button>
      )}
    </section>
  );
}

function Deletion({ user: { id, full_name }, onKeep }: { user: User; onKeep: () => void }) {
  const { client } = useApi();
  const { route } = useLocation();
  const remove = async () => {
    await dataOf(client.DELETE('/users/{id}', { params: { path: { id } } }));
    route(linkTo('/settings/users'));
  };
  return (
    <Question
      label={`Delete ${full_name}`}
      keep="Keep the user"
      onKeep={onKeep}
      isFinal
      action={
        <CommandButton kind="danger" run={remove} done="The user is deleted" failed="The user was not deleted">
          Delete the user
        </CommandButton>
      }
    >
      <p>
        {full_name} is signed out and cannot sign in again. Jobs that {full_name} has started continue, and their
        activity keeps the name. To keep the user for later, take “May sign in” away instead.
      </p>
    </Question>
  );
}

/** The sessions of another user, which can be ended together. */
function UserSessions({ user: { id } }: { user: User }) {
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

/** Sets the password of a user, whose sessions end. */
function SetPassword({ user: { id, full_name } }: { user: User }) {
  const { client } = useApi();
  const password = useNewPassword();
  const [isSet, setSet] = useState(false);
  const { isBusy, error, onSubmit } = useSubmit(async () => {
    const entered = password.check();
    setSet(false);
    if (entered === null) return;
    await dataOf(client.PUT('/users/{id}', { params: { path: { id } }, body: { user: entered } }));
    password.clear();
    setSet(true);
  });
  return (
    <section aria-labelledby="password">
      <h2 id="password">Password</h2>
      <details>
        <summary>Set another password</summary>
        <form aria-labelledby="password" onSubmit={onSubmit}>
          <p>It ends all sessions of {full_name}. Give it to the user, who can change it under “My account”.</p>
          <NewPasswordFields {...password} />
          {error !== null && <ErrorPanel error={error} what="The password was not set" />}
          <button type="submit" aria-busy={isBusy} disabled={isBusy}>
            Set the password
          </button>
          <p role="status" class="after-legend">
            {isSet && `The password is set. All sessions of ${full_name} have ended.`}
          </p>
        </form>
      </details>
    </section>
  );
}
