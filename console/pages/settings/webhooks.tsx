import { useEffect, useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { FormActions } from '../../parts/form-actions.tsx';
import { useApi } from '../../session/session.tsx';
import { EndpointFields, NEW_ENDPOINT, inputOf } from './endpoint-fields.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { WebhookEndpoint } from './webhook-endpoint.tsx';

/** Milliseconds between two readings while events wait: deliveries are in no stream. */
const POLL_MS = 2_000;

/** The endpoints to which the events of jobs are posted. */
export function Webhooks() {
  const { client } = useApi();
  const endpoints = useAnswer(() => dataOf(client.GET('/webhook_endpoints')), [client]);
  const { data, error, reload } = endpoints;
  const areWaiting = data?.some(({ enabled, waiting }) => enabled && waiting > 0) === true;
  useEffect(() => {
    if (!areWaiting) return;
    const timer = setInterval(reload, POLL_MS);
    return () => clearInterval(timer);
  }, [areWaiting, reload]);
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      {error !== null && <ErrorPanel error={error} onRetry={reload} />}
      {data?.length === 0 && (
        <div class="empty">
          <p>No endpoint yet. The service posts to an endpoint when a job starts, pauses, stalls and ends.</p>
        </div>
      )}
      {data?.map((endpoint) => (
        <WebhookEndpoint key={endpoint.id} endpoint={endpoint} onChange={reload} />
      ))}
      <NewEndpoint onCreated={reload} />
    </section>
  );
}

type Created = components['schemas']['WebhookEndpointWithSecret'];

function NewEndpoint({ onCreated }: { onCreated: () => void }) {
  const { client } = useApi();
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<Created | null>(null);
  if (isOpen)
    return (
      <NewEndpointForm
        onCancel={() => setOpen(false)}
        create={async (webhook_endpoint) => {
          setCreated(await dataOf(client.POST('/webhook_endpoints', { body: { webhook_endpoint } })));
          setOpen(false);
          onCreated();
        }}
      />
    );
  return (
    <>
      {created !== null && (
        <ShownSecret key={created.id} of={created} onHide={() => setCreated(null)}>
          The endpoint is created. This is its secret, by which the receiver checks that events are of this service.
        </ShownSecret>
      )}
      <button type="button" class="after-table" onClick={() => setOpen(true)}>
        New endpoint
      </button>
    </>
  );
}

interface NewEndpointFormProps {
  create: (input: ReturnType<typeof inputOf>) => Promise<void>;
  onCancel: () => void;
}

function NewEndpointForm({ create, onCancel }: NewEndpointFormProps) {
  const [draft, setDraft] = useState(NEW_ENDPOINT);
  const { isBusy, error, onSubmit } = useSubmit(() => create(inputOf(draft)));
  return (
    <form class="panel" aria-label="New endpoint" onSubmit={onSubmit}>
      <EndpointFields draft={draft} onChange={setDraft} hasFocus />
      {error !== null && <ErrorPanel error={error} what="The endpoint was not created" />}
      <FormActions onCancel={onCancel}>
        <button type="submit" class="primary" aria-busy={isBusy} disabled={isBusy}>
          Create the endpoint
        </button>
      </FormActions>
    </form>
  );
}
