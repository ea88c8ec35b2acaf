import { BOUNDS } from '../../../../engine/domain/bounds.ts';
import type { Attack } from '../attack.ts';
import type { Hostile } from '../hostile/hostile.ts';

/** Each key has a limit of calls of its own, and lists and caches hold every key. */
export const keys: Attack = {
  name: 'keys',
  title: 'more API keys than an organization may have, and calls with each of them at the same time',
  play: async (hostile) => {
    const { call, complain, count, size } = hostile;
    const wanted = BOUNDS.apiKeys.max + (size === 'full' ? 100 : 10);
    const created: Key[] = [];
    for (let batch = 0; batch < wanted; batch += AT_ONCE) {
      const names = Array.from({ length: AT_ONCE }, (_, i) => `key ${batch + i}`);
      created.push(...(await Promise.all(names.map((name) => create(hostile, name)))).filter((key) => key !== null));
    }
    count('keys created', created.length);
    if (created.length >= BOUNDS.apiKeys.max) complain(`the tenant has more than ${created.length} API keys`);

    const read = (credential: string) =>
      call('GET', '/api_keys?per_page=500', undefined, { headers: { authorization: `Basic ${credential}` } });
    for (let round = 0; round < (size === 'full' ? 3 : 1); round++) {
      await Promise.all(created.map(({ credential }) => read(credential)));
    }
    for (let at = 0; at < created.length; at += AT_ONCE) {
      await Promise.all(created.slice(at, at + AT_ONCE).map(({ id }) => call('DELETE', `/api_keys/${id}`)));
    }
  },
};

const AT_ONCE = 20;

interface Key {
  readonly id: number;
  readonly credential: string;
}

/** @returns null when it is refused */
async function create({ call }: Hostile, name: string): Promise<Key | null> {
  const { text } = await call('POST', '/api_keys', { api_key: { name } });
  const [, id, credential] = /^\{"success":true,"data":\{"id":(\d+),.*"api_key":"([^"]+)"/.exec(text) ?? [];
  return id === undefined || credential === undefined ? null : { id: Number(id), credential };
}
