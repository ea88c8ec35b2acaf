import { useState } from 'preact/hooks';
import type { TargetedSubmitEvent } from 'preact';
import { dataOf } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Field } from '../../parts/field.tsx';
import { Question } from '../../parts/question.tsx';
import { wordsOf } from '../../parts/words.ts';
import { useApi } from '../../session/session.tsx';

type ApiKey = components['schemas']['ApiKey'];

/** The API keys of the organization: they can be created, switched off and on. */
export function ApiKeys() {
  const { client, headers } = useApi();
  const isOwn = ({ api_key: key }: ApiKey) => key !== null && headers['authorization'] === `Basic ${key}`;
  const keys = useAnswer(() => dataOf(client.GET('/api_keys', { params: { query: { per_page: KEYS } } })), [client]);
  const [deleted, setDeleted] = useState<number | null>(null);
  const asked = keys.data?.find(({ id }) => id === deleted);
  const switchTo = (id: number, active: boolean) =>
    dataOf(client.PUT('/api_keys/{id}', { params: { path: { id } }, body: { api_key: { active } } })).then(keys.reload);
  return (
    <section aria-labelledby="api-keys">
      <h2 id="api-keys">API keys</h2>
      {keys.error !== null && <ErrorPanel error={keys.error} onRetry={keys.reload} />}
      {keys.data !== undefined && (
        <DataTable
          caption="API keys"
          rows={keys.data}
          keyOf={({ id }) => id}
          empty={<p>There is no key.</p>}
          columns={[
            { name: 'Name', cell: ({ name }) => name },
            { name: 'Role', cell: ({ role }) => wordsOf(role) },
            { name: 'Key', cell: (key) => <Shown apiKey={key} /> },
            { name: 'State', cell: ({ active }) => (active ? 'active' : 'switched off') },
            {
              name: 'Change',
              // Switching it off signs this tab out, and an organization without another key has no access.
              cell: (key) =>
                isOwn(key) ? (
                  <span class="muted">this tab uses it</span>
                ) : (
                  <div class="actions">
                    <CommandButton run={() => switchTo(key.id, !key.active)} failed="The key was not changed">
                      {key.active ? 'Switch off' : 'Switch on'} <span class="visually-hidden">{key.name}</span>
                    </CommandButton>
                    <button type="button" class="danger" onClick={() => setDeleted(key.id)}>
                      Delete <span class="visually-hidden">{key.name}</span> …
                    </button>
                  </div>
                ),
            },
          ]}
        />
      )}
      {asked !== undefined && (
        <Deletion key={asked.id} apiKey={asked} onChange={keys.reload} onClose={() => setDeleted(null)} />
      )}
      <NewKey onCreated={keys.reload} />
    </section>
  );
}

/** The keys that are read: an organization has no more (`BOUNDS.apiKeys`). */
const KEYS = 500;

function Deletion({
  apiKey: { id, name },
  onChange,
  onClose,
}: {
  apiKey: ApiKey;
  onChange: () => void;
  onClose: () => void;
}) {
  const { client } = useApi();
  const remove = async () => {
    await dataOf(client.DELETE('/api_keys/{id}', { params: { path: { id } } }));
    onClose();
    onChange();
  };
  return (
    <Question
      isFinal
      label={`Delete the key ${name}`}
      keep="Keep the key"
      onKeep={onClose}
      action={
        <CommandButton kind="danger" run={remove} done="The key is deleted" failed="The key was not deleted">
          Delete the key
        </CommandButton>
      }
    >
      <p>Programs that use {name} are refused from now on. To find out first which they are, switch it off instead.</p>
    </Question>
  );
}

/** A key is a secret: it is shown when it is asked for. */
function Shown({ apiKey: { api_key: key, name } }: { apiKey: ApiKey }) {
  const [isShown, setShown] = useState(false);
  if (key === null) return <span class="muted">not stored</span>;
  if (isShown) return <code>{key}</code>;
  return (
    <button type="button" class="link" onClick={() => setShown(true)}>
      Show <span class="visually-hidden">{name}</span>
    </button>
  );
}

function NewKey({ onCreated }: { onCreated: () => void }) {
  const { client } = useApi();
  const [name, setName] = useState('');
  const [created, setCreated] = useState<ApiKey | null>(null);
  const create = async () => {
    const key = await dataOf(client.POST('/api_keys', { body: { api_key: { name: name.trim() } } }));
    setCreated(key);
    setName('');
    onCreated();
  };
  return (
    <form
      class="inline-form"
      aria-label="New API key"
      onSubmit={(event: TargetedSubmitEvent<HTMLFormElement>) => event.preventDefault()}
    >
      <Field label="Name of a new key">
        {(control) => (
          <input {...control} maxLength={100} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        )}
      </Field>
      <CommandButton run={create} disabled={name.trim() === ''} failed="The key was not created">
        Create the key
      </CommandButton>
      {created !== null && (
        <p role="status">
          The key {created.name} is <code>{created.api_key}</code>
        </p>
      )}
    </form>
  );
}
