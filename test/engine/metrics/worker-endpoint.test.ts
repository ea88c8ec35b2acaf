import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorkerEndpoint } from '../../../engine/metrics/worker-endpoint.ts';
import type { WorkerEndpoint } from '../../../engine/metrics/worker-endpoint.ts';
import { createRandom } from '../../chaos/random.ts';
import { generatedMisuse, malformedRequests, misuse } from '../../support/malformed-requests.ts';

describe('the endpoint of a worker', () => {
  let endpoint: WorkerEndpoint;
  beforeAll(async () => {
    endpoint = await startWorkerEndpoint({
      host: '127.0.0.1',
      port: 0,
      registry: new Registry(),
      sdkMetricsUrl: null,
      isRunning: () => true,
      parts: { postgres: () => Promise.resolve(), temporal: () => Promise.resolve() },
    });
  });
  afterAll(() => endpoint.close());

  const get = (path: string) => fetch(`http://127.0.0.1:${endpoint.port}${path}`);

  it('answers a path of two slashes like any other that it does not know', async () => {
    const bytes = Buffer.from('GET // HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const reaction = await misuse(endpoint.port, { name: 'two slashes', bytes, leaves: 'half' });
    expect(reaction).toMatchObject({ answer: expect.stringMatching(/^HTTP\/1\.1 404 /) });
    expect((await get('/nothing')).status).toBe(404);
  });

  it('answers or closes every malformed request, and serves afterwards', async () => {
    const lines = [
      'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n',
      'POST /readyz HTTP/1.1\r\nContent-Length: 3\r\n\r\n{}\n',
    ];
    const all = [...malformedRequests('/healthz'), ...generatedMisuse(lines, 500, createRandom('worker endpoint'))];
    for (const each of all) {
      expect({ [each.name]: await misuse(endpoint.port, each) }).not.toEqual({ [each.name]: 'neither' });
    }
    for (const path of ['/metrics', '/healthz', '/readyz']) expect((await get(path)).status).toBe(200);
  });
});
