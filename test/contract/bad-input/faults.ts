import type { Row } from '../support.ts';
import { BODIES } from './body-faults.ts';
import { QUERY_FAULTS } from './query-faults.ts';
import type { Records } from './records.ts';

/** Something wrong with a call, what it is an example of, and the code it has to be answered with. */
export interface Fault {
  readonly kind: string;
  readonly code: string;
  readonly query?: (theirs: Records) => string;
  readonly body?: (theirs: Records) => unknown;
}

/** A valid body of an endpoint, and its possible faults. */
export interface Bodies {
  readonly good: (own: Records) => unknown;
  readonly faults: readonly Fault[];
}

/** Possible faults of the query or the body of an endpoint. */
export function faultsOf(endpoint: string): readonly Fault[] {
  return [...(QUERY_FAULTS[endpoint] ?? []), ...(BODIES[endpoint]?.faults ?? [])];
}

/** A body that an endpoint takes, null when it takes none. */
export function goodBodyOf(endpoint: string): Bodies['good'] | null {
  return BODIES[endpoint]?.good ?? null;
}

/** A fault of a query string. */
export function inQuery(kind: string, code: string, query: string | ((theirs: Records) => string)): Fault {
  return {
    kind: `${kind}: ?${typeof query === 'string' ? query : '…'}`,
    code,
    query: typeof query === 'string' ? () => query : query,
  };
}

/** A body of attributes within a wrapper key (null: without), and the attributes that make it a bad one. */
export function inBody(wrapper: string | null, good: Attributes, faults: readonly AttributeFault[]): Bodies {
  const wrap = (attributes: Row) => (wrapper === null ? attributes : { [wrapper]: attributes });
  const goodFor = (records: Records) => (typeof good === 'function' ? good(records) : good);
  const missing: Fault = {
    kind: 'missing wrapper key',
    code: 'invalid_request',
    body: (own) => ({ other: goodFor(own) }),
  };
  const wrongType: Fault = { kind: 'body of a wrong type', code: 'invalid_request', body: () => [] };
  const others = faults.map(({ kind, code = 'validation_failed', sent }): Fault => {
    const sentTo = typeof sent === 'function' ? sent : () => sent;
    const shown = typeof sent === 'function' ? '' : ` ${JSON.stringify(sent).slice(0, 60)}`;
    return { kind: kind + shown, code, body: (theirs) => wrap({ ...goodFor(theirs), ...sentTo(theirs) }) };
  });
  return {
    good: (own) => wrap(goodFor(own)),
    faults: [...(wrapper === null ? [] : [missing]), wrongType, ...others],
  };
}

/** Attributes that make a good body a bad one. */
export interface AttributeFault {
  readonly kind: string;
  readonly code?: string;
  readonly sent: Attributes;
}

type Attributes = Row | ((records: Records) => Row);
