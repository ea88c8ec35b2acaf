import { setTimeout as delay } from 'node:timers/promises';
import { API_PREFIX } from '../../../../api/http/prefix.ts';
import type { ApiDocument } from '../../../api/support/check-answers.ts';
import type { FuzzRequest } from '../../../api/fuzz/requests.ts';
import type { Random } from '../../random.ts';
import type { Attack } from '../attack.ts';
import type { Hostile } from '../hostile/hostile.ts';

const AT_ONCE = 8;

/** Requests for every route of the OpenAPI document, with the ids of both tenants. */
export const generatedRequests: Attack = {
  name: 'generated-requests',
  title: '10,000 requests for every route: valid, nearly valid, huge, deep, of wrong types, about records of others',
  play: async (hostile) => {
    // Loaded here, since every attack is a process of its own that loads them all.
    const [{ default: fc }, { requestsOf }] = await Promise.all([
      import('fast-check'),
      import('../../../api/fuzz/requests.ts'),
    ]);
    const { addresses, random, size } = hostile;
    const response = await fetch(`${addresses.apiUrl}${API_PREFIX}/openapi.json`);
    const document = (await response.json()) as ApiDocument;
    const { hostile: own, other } = addresses;
    const ids = [own.listId, own.organizationId, other.listId, other.organizationId, 1, 2, 3, 4, 5, 6, 7, 8];
    const emails = ['reader1@example.com', 'reader2@example.com', 'new1@example.com'];
    const requests = fc.sample(requestsOf(document, API_PREFIX, { ids, emails }), {
      seed: random.int(0, 2 ** 31 - 1),
      numRuns: size === 'full' ? 10_000 : 400,
    });
    const changes = requests.map(({ payload }) => (payload === undefined ? payload : spoilt(random, payload)));
    let next = 0;
    const sendAll = async () => {
      for (let i = next++; i < requests.length; i = next++) await send(hostile, requests[i]!, changes[i]);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
  },
};

async function send({ call, count }: Hostile, request: FuzzRequest, body: string | undefined): Promise<void> {
  const { caller, method, path, headers } = request;
  const options: { headers: Record<string, string> } = {
    headers: { ...headers, ...(caller === 'nobody' && { authorization: '' }) },
  };
  // What names a length of its own, or waits for leave to send, is no request that this client can send whole.
  delete options.headers['content-length'];
  delete options.headers['expect'];
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const { status, retryAfter } = await call(method, encodedPath(path), body, options);
    if (status !== 429) return;
    await delay(1_000 * Math.min(5, Number(retryAfter ?? 1)));
  }
  count('requests given up after 429');
}

const MOST_ATTEMPTS = 20;

/** Node refuses to send some characters, which a client of another language sends as they are. */
function encodedPath(path: string): string {
  return path.replaceAll(/[^\x21-\xff]/g, (character) => encodeURIComponent(character));
}

/** Names no host but this one, so that nothing leaves the machine; now and then one text becomes huge. */
function spoilt(random: Random, payload: string): string {
  const local = payload.replaceAll(/https?:\/\/[^/"\\\s]+/g, 'http://127.0.0.1:9');
  if (!random.chance(0.03)) return local;
  const huge = random.pick(['x', 'é', '\\u0000', '1', ',', 'T', '[', '\\"']).repeat(random.int(1_000, 150_000));
  return local.replace(/:"[^"\\]*"/, () => `:"${huge}"`);
}
