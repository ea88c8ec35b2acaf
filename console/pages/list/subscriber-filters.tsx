import { useLocation } from 'preact-iso/router';
import { linkTo } from '../../base.ts';
import { Field } from '../../parts/field.tsx';
import { KeptSearch } from '../../parts/kept-search.tsx';
import { isStatus, STATUSES, statusName } from '../../parts/statuses.ts';
import type { Status } from '../../parts/statuses.ts';

/** The choice of shown subscribers. The address of the page has it, so that a reload or a link shows the same. */
export interface SubscriberFilters {
  /** Any part of the address; empty for all. */
  readonly search: string;
  /** Null: any. */
  readonly status: Status | null;
  /** The id of a segment of the list; empty for none. */
  readonly segment: string;
  readonly order: Order;
}

const ORDERS = { oldest: 'Oldest first', newest: 'Newest first', address: 'By address' } as const;

type Order = keyof typeof ORDERS;

/** The filters that an address has. */
export function readFilters({ search = '', status = '', segment = '', order = '' }: Readonly<Record<string, string>>) {
  return {
    search,
    status: isStatus(status) ? status : null,
    segment: /^\d+$/.test(segment) ? segment : '',
    order: Object.hasOwn(ORDERS, order) ? (order as Order) : 'oldest',
  } satisfies SubscriberFilters;
}

/** The page of a list with filters. */
export function filteredList(listId: number, filters: Partial<SubscriberFilters>): string {
  const query = filtersAsQuery(filters);
  return linkTo(`/lists/${listId}${query === '' ? '' : `?${query}`}`);
}

/** The filters as the query of an address: those that choose something. */
export function filtersAsQuery(filters: Partial<SubscriberFilters>): string {
  const { search = '', status = null, segment = '', order = 'oldest' } = filters;
  return new URLSearchParams({
    ...(search !== '' && { search }),
    ...(status !== null && { status }),
    ...(segment !== '' && { segment }),
    ...(order !== 'oldest' && { order }),
  }).toString();
}

interface SubscriberFiltersProps {
  listId: number;
  filters: SubscriberFilters;
  /** Of the list. */
  segments: readonly { readonly id: number; readonly name: string }[];
}

/** Chooses which subscribers are shown, and their order. */
export function SubscriberFilterInputs({ listId, filters, segments }: SubscriberFiltersProps) {
  const { route } = useLocation();
  const change = (changes: Partial<SubscriberFilters>) => route(filteredList(listId, { ...filters, ...changes }), true);
  return (
    <div class="filters subscriber-filters" role="group" aria-label="Which subscribers">
      <KeptSearch
        label="Find by any part of the address"
        value={filters.search}
        onChange={(search) => change({ search })}
      />
      <Field label="Status">
        {(control) => (
          <select
            {...control}
            value={filters.status ?? ''}
            onChange={({ currentTarget: { value } }) => change({ status: isStatus(value) ? value : null })}
          >
            <option value="">All</option>
            {STATUSES.map((status) => (
              <option key={status} value={status}>
                {statusName(status)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {segments.length > 0 && (
        <Field label="Segment">
          {(control) => (
            <select
              {...control}
              value={filters.segment}
              onChange={({ currentTarget: { value } }) => change({ segment: value })}
            >
              <option value="">All</option>
              {segments.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field label="Order">
        {(control) => (
          <select
            {...control}
            value={filters.order}
            onChange={({ currentTarget: { value } }) => change({ order: value as Order })}
          >
            {Object.entries(ORDERS).map(([order, name]) => (
              <option key={order} value={order}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}
