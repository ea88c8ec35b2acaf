import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { CODE_OF, STATUS_OF } from '../../../api/http/statuses.ts';
import type { Situation } from '../../../api/http/statuses.ts';
import { build } from '../support/build.ts';
import { documentOf, isJson } from '../support/check-answers.ts';
import { watchHeldConnections } from '../support/held-connections.ts';
import { requestsOf } from './requests.ts';
import { createWorld, SECRET } from './world.ts';

/** FUZZ_SEED and FUZZ_RUNS repeat a run, or make another one. */
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const RUNS = Number(process.env.FUZZ_RUNS ?? 4_000);

/** The statuses of uploads are those of their protocol. */
const FAILURES = new Set([
  ...(Object.keys(STATUS_OF) as Situation[]).map((situation) => `${STATUS_OF[situation]} ${CODE_OF[situation]}`),
  ...[409, 412, 413].map((status) => `${status} invalid_request`),
]);

describe('any request', async () => {
  const api = await build();
  const world = await createWorld(api);
  const requests = requestsOf(await documentOf(api.app), API_PREFIX, world.nameable);

  it(`is answered as the document says, changes nothing when it fails, and sees nothing of others: ${RUNS} requests`, async () => {
    let changes = await world.countChanges();
    let others = await world.fingerprintOfOthers();
    const seen = new Map<string, number>();
    let counted = 0;
    const held = watchHeldConnections(api.app.service.pool);
    onTestFinished(() => held.stop());

    const property = fc.asyncProperty(requests, async ({ caller, method, path, headers, payload }) => {
      const before = api.log.length;
      held.most();
      const response = await held.call(() =>
        api.inject({
          method: method,
          url: path,
          headers: { ...world.authorizationOf(caller), ...headers },
          ...(payload !== undefined && { payload }),
        }),
      );
      const connections = held.most();
      counted += connections;
      expect(connections, `connections that ${method} ${path} held`).toBeLessThan(2);
      const { statusCode: status, body } = response;
      expect(status, `${body} ${api.log.slice(before).join('')}`).toBeLessThan(500);
      const isUploaded = path.includes('/uploads') && (status === 201 || status === 204);
      const success =
        isUploaded || (status === 200 && (method === 'HEAD' || !isJson(response) || response.json().success === true));
      if (isJson(response) && method !== 'HEAD' && !success) {
        expect(FAILURES).toContain(`${status} ${response.json().error_code}`);
      }
      if (caller !== 'admin') expect(body).not.toContain(SECRET);
      seen.set(`${status} ${success}`, (seen.get(`${status} ${success}`) ?? 0) + 1);

      const changesNow = await world.countChanges();
      if (changesNow === changes) return;
      expect(success, `failed, but wrote something: ${body}`).toBe(true);
      const othersNow = await world.fingerprintOfOthers();
      if (caller !== 'admin') expect(othersNow).toBe(others);
      others = othersNow;
      if (path.includes('/api_keys')) await world.restoreKeys();
      changes = await world.countChanges();
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true });

    // A run in which nearly nothing is taken would say little.
    expect(seen.get('200 true')).toBeGreaterThan(RUNS / 10);
    expect(seen.get('200 false')).toBeGreaterThan(RUNS / 10);
    expect(counted).toBeGreaterThan(RUNS / 10);
  }, 600_000);
});
