import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { EnableAgain, waitingEvents, WhyDisabled } from '../../parts/disabled-webhooks.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { FormActions } from '../../parts/form-actions.tsx';
import { formatCountOf } from '../../parts/format.ts';
import { Question } from '../../parts/question.tsx';
import { Time } from '../../parts/time.tsx';
import { useApi } from '../../session/session.tsx';
import { draftOf, EndpointFields, inputOf } from './endpoint-fields.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { WebhookAttempts } from './webhook-attempts.tsx';

type Endpoint = components['schemas']['WebhookEndpoint'];

interface WebhookEndpointProps {
  endpoint: Endpoint;
  onChange: () => void;
}

/** The part that is open below an endpoint. */
type Part = 'deliveries' | 'change' | 'secret' | 'deletion';

/** An endpoint with its state, its deliveries, and what can be done with it. */
export function WebhookEndpoint({ endpoint, onChange }: WebhookEndpointProps) {
  const { client } = useApi();
  const [open, setOpen] = useState<Part | null>(null);
  const { id, url, description, enabled, events, waiting, disabled_at, failing_since } = endpoint;
  const path = { params: { path: { id } } };
  const close = () => setOpen(null);
  const switchOnOrOff = () =>
    dataOf(client.PUT('/webhook_endpoints/{id}', { ...path, body: { webhook_endpoint: { enabled: !enabled } } })).then(
      onChange,
    );
  const test = async () => {
    await dataOf(client.POST('/webhook_endpoints/{id}/test', path));
    setOpen('deliveries');
    onChange();
  };
  return (
    <article class={`panel ${disabled_at === null && failing_since === null ? '' : 'warning'}`} aria-label={url}>
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
        <button
          type="button"
          aria-expanded={open === 'deliveries'}
          onClick={() => setOpen(open === 'deliveries' ? null : 'deliveries')}
        >
          Deliveries
        </button>
        <CommandButton run={test} disabled={!enabled} done="A test event is on its way" failed="No test event was sent">
          Send a test event
        </CommandButton>
        <button type="button" onClick={() => setOpen('change')}>
          Change …
        </button>
        <button type="button" onClick={() => setOpen('secret')}>
          Replace the secret …
        </button>
        {disabled_at === null ? (
          <CommandButton run={switchOnOrOff} failed="The endpoint was not changed">
            {enabled ? 'Disable' : 'Enable'}
          </CommandButton>
        ) : (
          <EnableAgain endpoint={endpoint} onEnabled={onChange} />
        )}
        <button type="button" class="danger" onClick={() => setOpen('deletion')}>
          Delete the endpoint …
        </button>
      </div>
      {open === 'deliveries' && <WebhookAttempts endpoint={endpoint} />}
      {open === 'change' && <Change endpoint={endpoint} onChange={onChange} onClose={close} />}
      {open === 'secret' && <NewSecret endpoint={endpoint} onClose={close} />}
      {open === 'deletion' && <Deletion endpoint={endpoint} onChange={onChange} onClose={close} />}
    </article>
  );
}

interface PartProps extends WebhookEndpointProps {
  onClose: () => void;
}

function Change({ endpoint, onChange, onClose }: PartProps) {
  const { client } = useApi();
  const [draft, setDraft] = useState(draftOf(endpoint));
  const { isBusy, error, onSubmit } = useSubmit(async () => {
    const params = { path: { id: endpoint.id } };
    await dataOf(client.PUT('/webhook_endpoints/{id}', { params, body: { webhook_endpoint: inputOf(draft) } }));
    onClose();
    onChange();
  });
  return (
    <form class="after-legend" aria-label={`Change ${endpoint.url}`} onSubmit={onSubmit}>
      <EndpointFields draft={draft} onChange={setDraft} hasFocus />
      {error !== null && <ErrorPanel error={error} what="The endpoint was not changed" />}
      <FormActions onCancel={onClose}>
        <button type="submit" class="primary" aria-busy={isBusy} disabled={isBusy}>
          Save the endpoint
        </button>
      </FormActions>
    </form>
  );
}

function NewSecret({ endpoint, onClose }: Omit<PartProps, 'onChange'>) {
  const { client } = useApi();
  const [secret, setSecret] = useState<string | null>(null);
  const { id, url } = endpoint;
  const replace = async () => {
    const replaced = await dataOf(client.POST('/webhook_endpoints/{id}/rotate_secret', { params: { path: { id } } }));
    setSecret(replaced.secret);
  };
  if (secret !== null) {
    return (
      <ShownSecret of={{ url, secret }} onHide={onClose}>
        The secret is replaced. For 24 hours events are signed with the earlier one, too.
      </ShownSecret>
    );
  }
  return (
    <Question
      label={`Replace the secret of ${url}`}
      keep="Keep the secret"
      onKeep={onClose}
      action={
        <CommandButton run={replace} done="The secret is replaced" failed="The secret was not replaced">
          Replace the secret
        </CommandButton>
      }
    >
      <p>The receiver needs the new secret within 24 hours: until then events are signed with both.</p>
    </Question>
  );
}

function Deletion({ endpoint: { id, url, waiting }, onChange, onClose }: PartProps) {
  const { client } = useApi();
  const remove = () => dataOf(client.DELETE('/webhook_endpoints/{id}', { params: { path: { id } } })).then(onChange);
  return (
    <Question
      label={`Delete ${url}`}
      keep="Keep the endpoint"
      onKeep={onClose}
      isFinal
      action={
        <CommandButton kind="danger" run={remove} done="The endpoint is deleted" failed="The endpoint was not deleted">
          Delete the endpoint
        </CommandButton>
      }
    >
      <p>
        {waiting > 0
          ? `${formatCountOf(waiting, 'event')} that ${waiting === 1 ? 'waits' : 'wait'} for delivery will not be sent. `
          : ''}
        The deliveries and the secret are deleted, too. To stop deliveries for a while, disable the endpoint instead.
      </p>
    </Question>
  );
}
