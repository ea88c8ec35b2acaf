import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { useFocus } from '../../hooks/use-focus.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { Field } from '../../parts/field.tsx';
import type { ControlProps } from '../../parts/field.tsx';
import { formatCountOf, formatTime } from '../../parts/format.ts';
import { useApi } from '../../session/session.tsx';

interface DeleteListProps {
  listId: number;
  name: string;
  subscribers: number;
}

type Code = components['schemas']['DeleteConfirmationCode'];

/** Deletes a list: the service makes a code that is valid for minutes, and is sent when the user has typed the name of the list. */
export function DeleteList({ listId, name, subscribers }: DeleteListProps) {
  const { client } = useApi();
  const { route } = useLocation();
  const [code, setCode] = useState<Code | null>(null);
  const [typed, setTyped] = useState('');
  const path = { id: listId };

  const makeCode = async () => {
    setTyped('');
    setCode(await dataOf(client.GET('/mailing_lists/{id}/delete_confirmation_code', { params: { path } })));
  };
  const remove = async ({ delete_confirmation_code }: Code) => {
    await dataOf(
      client.DELETE('/mailing_lists/{id}/confirmed/{code}', {
        params: { path: { ...path, code: delete_confirmation_code } },
      }),
    );
    route(linkTo(`/deletions/${listId}`));
  };

  return (
    <section aria-labelledby="deletion">
      <h2 id="deletion">Delete the list</h2>
      {code === null ? (
        <CommandButton kind="danger" run={makeCode} failed="No code was made">
          Delete {name} …
        </CommandButton>
      ) : (
        <div class="panel error">
          <p>
            This deletes {name} with its {formatCountOf(subscribers, 'subscriber')}, fields, imports and exports, and
            stops its running jobs. It cannot be taken back.
          </p>
          <Field
            label={`Type the name of the list to confirm: ${name}`}
            hint={
              <>
                The deletion is confirmed with the code <code>{code.delete_confirmation_code}</code>, which is valid
                until {formatTime(code.delete_confirmation_expires_at)}.
              </>
            }
          >
            {(control) => <TypedName control={control} value={typed} onInput={setTyped} />}
          </Field>
          <div class="actions">
            <CommandButton
              kind="danger"
              disabled={typed.trim() !== name}
              run={() => remove(code)}
              failed="The list was not deleted"
            >
              Delete the list and its subscribers
            </CommandButton>
            <button type="button" onClick={() => setCode(null)}>
              Keep the list
            </button>
            <button type="button" class="link" onClick={() => void makeCode()}>
              Make another code
            </button>
          </div>
        </div>
      )}
    </section>
  );
}

interface TypedNameProps {
  control: ControlProps;
  value: string;
  onInput: (name: string) => void;
}

function TypedName({ control, value, onInput }: TypedNameProps) {
  const input = useFocus<HTMLInputElement>();
  return (
    <input
      {...control}
      ref={input}
      autocomplete="off"
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}
