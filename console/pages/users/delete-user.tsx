import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { Question } from '../../parts/question.tsx';
import { useApi } from '../../session/session.tsx';
import type { User } from './user.ts';

/** Deletes a user after a question. */
export function DeleteUser({ user }: { user: User }) {
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
