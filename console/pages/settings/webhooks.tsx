import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { EnableAgain, waitingEvents, WhyDisabled } from '../../parts/disabled-webhooks.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Field } from '../../parts/field.tsx';
import { Time } from '../../parts/time.tsx';
import { useApi } from '../../session/session.tsx';
import { WebhookAttempts } from './webhook-attempts.tsx';

type Endpoint = components['schemas']['WebhookEndpoint'];

/** The endpoints to which the events of jobs are posted. */
export function Webhooks() {
  const { client } = useApi();
  const endpoints = useAnswer(() => dataOf(client.GET('/webhook_endpoints')), [client]);
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      {endpoints.error !== null && <ErrorPanel error={endpoints.error} onRetry={endpoints.reload} />}
      {endpoints.data?.length === 0 && (
        <div class="empty">
          <p>No endpoint yet. The service posts to an endpoint when a job starts, pauses, stalls and ends.</p>
        </div>
      )}
      {endpoints.data?.map((endpoint) => (
        <EndpointPanel key={endpoint.id} endpoint={endpoint} onChange={endpoints.reload} />
      ))}
      <NewEndpoint onCreated={endpoints.reload} />
    </section>
  );
}

function EndpointPanel({ endpoint, onChange }: { endpoint: Endpoint; onChange: () => void }) {
  const { client } = useApi();
  const [isOpen, setOpen] = useState(false);
  const { id, url, description, enabled, events, waiting, disabled_at, failing_since } = endpoint;
  const path = { params: { path: { id } } };
  const switchOnOrOff = () =>
    dataOf(client.PUT('/webhook_endpoints/{id}', { ...path, body: { webhook_endpoint: { enabled: !enabled } } })).then(
      onChange,
    );
  const remove = () => dataOf(client.DELETE('/webhook_endpoints/{id}', path)).then(onChange);
  return (
    <article class={`panel ${disabled_at === null && failing_since === null ? '' : 'warning'}`}>
      <h3>
        <code>{url}</code> {description !== null && <span class="muted">{description}</span>}
      </h3>
      <p>
        {enabled ? 'Enabled' : 'Disabled'}, {events === null ? 'all events of jobs' : events.join(', ')}
        {waiting > 0 && `, ${waitingEvents(endpoint)}`}.
      </p>
      {disabled_at !== null && <WhyDisabled endpoint={endpoint} />}
      {disabled_at === null && failing_since !== null && (
        <p>
          Attempts have failed since <Time iso={failing_since} />. Look at the deliveries for the reason.
        </p>
      )}
      <div class="actions">
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Deliveries
        </button>
        {disabled_at === null ? (
          <CommandButton run={switchOnOrOff} failed="The endpoint was not changed">
            {enabled ? 'Disable' : 'Enable'}
          </CommandButton>
        ) : (
          <EnableAgain endpoint={endpoint} onEnabled={onChange} />
        )}
        <CommandButton run={remove} kind="danger" failed="The endpoint was not deleted">
          Delete
        </CommandButton>
      </div>
      {isOpen && <WebhookAttempts endpointId={id} isEnabled={enabled} />}
    </article>
  );
}

function NewEndpoint({ onCreated }: { onCreated: () => void }) {
  const { client } = useApi();
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const create = async () => {
    const created = await dataOf(
      client.POST('/webhook_endpoints', { body: { webhook_endpoint: { url: url.trim() } } }),
    );
    setSecret(created.secret);
    setUrl('');
    onCreated();
  };
  return (
    <form class="inline-form" aria-label="New endpoint" onSubmit={(event) => event.preventDefault()}>
      <Field label="URL of a new endpoint" hint="Begins with https:// and has a public address.">
        {(control) => (
          <input {...control} type="url" value={url} onInput={(event) => setUrl(event.currentTarget.value)} />
        )}
      </Field>
      <CommandButton run={create} disabled={url.trim() === ''} failed="The endpoint was not created">
        Create the endpoint
      </CommandButton>
      {secret !== null && (
        <p role="status" class="panel">
          The endpoint’s secret, which is shown this once: <code>{secret}</code>
        </p>
      )}
    </form>
  );
}
