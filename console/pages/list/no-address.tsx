import type { SluiceClient } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { listingOf } from '../../hooks/listing-of.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { statusName } from '../../parts/statuses.ts';
import { Time } from '../../parts/time.tsx';
import { useApi, useMay } from '../../session/session.tsx';
import { FailedSearch } from './failed-search.tsx';
import { filteredList } from './subscriber-filters.tsx';
import type { SubscriberFilters } from './subscriber-filters.tsx';

interface NoAddressProps {
  listId: number;
  filters: SubscriberFilters;
}

/** All that is known of an address that a search did not find: another status, suppression, other lists, failed rows of imports. */
export function NoAddress({ listId, filters: { search, status, segment, order } }: NoAddressProps) {
  const whose = `No ${status === null ? '' : `${statusName(status)} `}subscriber`;
  const where = segment === '' ? 'the list' : 'the segment';
  if (search === '')
    return (
      <p>
        {whose} is in {where}.
      </p>
    );
  if (status !== null || segment !== '')
    return (
      <p>
        {whose} of {where} has “{search}” in the address.{' '}
        <a href={filteredList(listId, { search, order })}>Search in the whole list</a>
      </p>
    );
  return (
    <>
      <p>No subscriber of the list has “{search}” in the address.</p>
      <Elsewhere key={search} listId={listId} search={search} />
    </>
  );
}

function Elsewhere({ listId, search }: { listId: number; search: string }) {
  const { client } = useApi();
  const may = useMay();
  const known = useAnswer(() => readKnown(client, search), [client, search]);
  const { suppressed = [], others = [] } = known.data ?? {};
  return (
    <>
      {known.error !== null && <ErrorPanel error={known.error} onRetry={known.reload} />}
      {known.data !== undefined && (
        <ul class="problems">
          {suppressed.map(({ email, created_at, suppressed_address_import_id: importId }) => (
            <li key={email}>
              {email} is suppressed since <Time iso={created_at} />
              {importId !== null && (
                <>
                  , by <a href={linkTo(`/suppressions/${importId}`)}>import {importId} of suppressed addresses</a>
                </>
              )}
              . Rows of imports with this address may have failed for that.
            </li>
          ))}
          {others.map(({ id, email, status, mailing_list }) => (
            <li key={id}>
              {email} is in the list {mailing_list.name}:{' '}
              <a href={linkTo(`/lists/${mailing_list.id}/subscribers/${id}`)}>{statusName(status)}</a>.
            </li>
          ))}
          {suppressed.length + others.length === 0 && (
            <li>No address like this is suppressed{search.includes('@') && ', and none is in another list'}.</li>
          )}
          <li>A subscriber that was deleted leaves no record.</li>
        </ul>
      )}
      {may('subscriber.import') && <FailedSearch listId={listId} search={search} />}
    </>
  );
}

/** Suppressed addresses that are shown. */
const SUPPRESSED = 5;

async function readKnown(client: SluiceClient, search: string) {
  const suppressed = await listingOf(
    client.GET('/suppressed_addresses', { params: { query: { search, per_page: SUPPRESSED } } }),
  );
  // Other lists are searched by a whole address.
  const others = search.includes('@')
    ? await listingOf(client.GET('/subscribers_by_email/{email}', { params: { path: { email: search } } }))
    : { data: [] };
  return { suppressed: suppressed.data, others: others.data };
}
