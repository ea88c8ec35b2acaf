import { dataOf } from '../../client/index.ts';
import type { components } from '../../client/index.ts';
import { linkTo } from '../base.ts';
import { useAnswer } from '../hooks/use-answer.ts';
import { useApi, useIsAdmin } from '../session/session.tsx';
import { CommandButton } from './command-button.tsx';
import { formatCountOf } from './format.ts';
import { Time } from './time.tsx';

type Endpoint = components['schemas']['WebhookEndpoint'];

/** A notice for each webhook endpoint of the organization that the service disabled; nothing while there is none, or to others than administrators. */
export function DisabledWebhooks() {
  return useIsAdmin() ? <Notices /> : null;
}

function Notices() {
  const { client } = useApi();
  const endpoints = useAnswer(() => dataOf(client.GET('/webhook_endpoints')), [client]);
  const disabled = (endpoints.data ?? []).filter(({ disabled_at }) => disabled_at !== null);
  return (
    <>
      {disabled.map((endpoint) => (
        <section key={endpoint.id} class="panel warning" aria-label="Disabled webhook endpoint">
          <p>
            <strong>Events of jobs no longer reach</strong> <code>{endpoint.url}</code>.
            {endpoint.waiting > 0 && ` ${waitingEvents(endpoint)}.`}
          </p>
          <WhyDisabled endpoint={endpoint} />
          <div class="actions">
            <EnableAgain endpoint={endpoint} onEnabled={endpoints.reload} />
            <a href={linkTo('/settings')}>Look at its deliveries</a>
          </div>
        </section>
      ))}
    </>
  );
}

/** "3 events wait for delivery". */
export function waitingEvents({ waiting }: Endpoint): string {
  return `${formatCountOf(waiting, 'event')} ${waiting === 1 ? 'waits' : 'wait'} for delivery`;
}

/** Time and reason of the disabling of an endpoint by the service. */
export function WhyDisabled({ endpoint: { disabled_at, disabled_reason } }: { endpoint: Endpoint }) {
  return (
    <p>
      The service disabled the endpoint on <Time iso={disabled_at} />. {disabled_reason} Correct the receiver first.
    </p>
  );
}

/** The button that enables an endpoint which the service disabled. */
export function EnableAgain({ endpoint: { id }, onEnabled }: { endpoint: Endpoint; onEnabled: () => void }) {
  const { client } = useApi();
  const enable = () => {
    const body = { webhook_endpoint: { enabled: true } };
    return dataOf(client.PUT('/webhook_endpoints/{id}', { params: { path: { id } }, body })).then(onEnabled);
  };
  return (
    <CommandButton kind="primary" run={enable} done="The endpoint is enabled" failed="The endpoint was not enabled">
      Enable again
    </CommandButton>
  );
}
