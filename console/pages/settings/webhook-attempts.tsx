import { dataOf } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { listingOf } from '../../hooks/listing-of.ts';
import { usePages } from '../../hooks/use-pages.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { formatCount } from '../../parts/format.ts';
import { Pager } from '../../parts/pager.tsx';
import { Time } from '../../parts/time.tsx';
import { useApi } from '../../session/session.tsx';

const PER_PAGE = 20;

/** The attempts to deliver events to an endpoint, each of which can be made again. They are read again whenever the endpoint was. */
export function WebhookAttempts({ endpoint }: { endpoint: components['schemas']['WebhookEndpoint'] }) {
  const { client } = useApi();
  const path = { id: endpoint.id };
  const attempts = usePages(
    (page) =>
      listingOf(
        client.GET('/webhook_endpoints/{id}/attempts', { params: { path, query: { page, per_page: PER_PAGE } } }),
      ),
    [client, endpoint],
  );
  const redeliver = (attempt_id: number) =>
    dataOf(
      client.POST('/webhook_endpoints/{id}/attempts/{attempt_id}/redeliver', {
        params: { path: { ...path, attempt_id } },
      }),
    ).then(attempts.reload);
  return (
    <>
      {attempts.error !== null && <ErrorPanel error={attempts.error} onRetry={attempts.reload} />}
      {attempts.data !== undefined && (
        <DataTable
          caption="Deliveries"
          rows={attempts.data.data}
          keyOf={({ id }) => id}
          empty={<p>Nothing was delivered yet.</p>}
          columns={[
            { name: 'When', cell: ({ at }) => <Time iso={at} /> },
            {
              name: 'Event',
              cell: ({ event, job_type, job_id }) => (job_type === null ? event : `${event} of ${job_type} ${job_id}`),
            },
            { name: 'Answer', cell: ({ status, error }) => error ?? `${status ?? ''}` },
            { name: 'Took', isNumber: true, cell: ({ duration_ms }) => `${formatCount(duration_ms)} ms` },
            {
              name: 'Again',
              cell: ({ id }) => (
                <CommandButton
                  run={() => redeliver(id)}
                  disabled={!endpoint.enabled}
                  done="The event is delivered again"
                  failed="It was not delivered again"
                >
                  Deliver again
                </CommandButton>
              ),
            },
          ]}
        />
      )}
      <Pager of={attempts} one="delivery" />
    </>
  );
}
