import { API_PREFIX } from '../../../../api/http/prefix.ts';
import type { Random } from '../../random.ts';
import type { Addresses } from '../service/tenants.ts';
import { SUBSCRIBERS_OF_OTHER } from '../service/tenants.ts';
import type { Kind } from './kinds.ts';

/** One kind of call that is sent at an interval, whether or not the calls before it have been answered. */
export interface SteadyCall {
  readonly kind: Kind;
  readonly everyMs: number;
  /** @returns what was wrong with the answer, or null */
  readonly send: () => Promise<string | null>;
}

/** The calls of the other tenant; `importId` names the import whose detail is read. */
export function steadyCalls(
  { apiUrl, other }: Addresses,
  { random, importId }: { random: Random; importId: () => number | null },
): SteadyCall[] {
  const headers = { authorization: `Basic ${other.apiKey}`, 'content-type': 'application/json' };
  const list = `/mailing_lists/${other.listId}`;
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${apiUrl}${API_PREFIX}${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(LIMIT_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status === 200 && text.startsWith('{"success":true')) return null;
    return `${method} ${path} was answered ${response.status}: ${text.slice(0, 200)}`;
  };
  const email = () => `reader${random.int(0, SUBSCRIBERS_OF_OTHER - 1)}@example.com`;
  let created = 0;
  const calls: Record<string, () => Promise<string | null>> = {
    detail: () => call('GET', importId() === null ? '/mailing_lists' : `/subscriber_imports/${importId()}`),
    'by email': () => call('GET', `${list}/subscribers_by_email/${encodeURIComponent(email())}`),
    update: () =>
      call('PUT', `${list}/subscribers/${encodeURIComponent(email())}`, { subscriber: { subscribe_ip: '192.0.2.1' } }),
    create: () => call('POST', `${list}/subscribers`, { subscriber: { email: `new${created++}@example.com` } }),
    page: () => call('GET', `${list}/subscribers?per_page=100`),
  };
  return [
    { kind: 'health', everyMs: 100, send: () => statusOf(`${apiUrl}/healthz`, 200) },
    { kind: 'refused', everyMs: CALL_EVERY_MS, send: () => statusOf(`${apiUrl}${API_PREFIX}/mailing_lists`, 401) },
    ...Object.entries(calls).map(([kind, send]) => ({ kind: kind as Kind, everyMs: CALL_EVERY_MS, send })),
  ];
}

/** A call that is not answered within it counts as failed. */
const LIMIT_MS = 60_000;
const CALL_EVERY_MS = 400;

async function statusOf(url: string, expected: number): Promise<string | null> {
  const response = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) });
  await response.arrayBuffer();
  return response.status === expected ? null : `GET ${url} was answered ${response.status}`;
}
