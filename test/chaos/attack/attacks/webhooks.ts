import { startWebServer } from '../../world/web-server.ts';
import type { Attack } from '../attack.ts';
import type { Hostile } from '../hostile/hostile.ts';
import { endpointIds, removeEndpoints } from '../hostile/webhook-endpoints.ts';

/** Receivers are programs of the tenant, and may do anything. */
export const webhooks: Attack = {
  name: 'webhooks',
  title:
    'endpoints that never answer, answer without an end, redirect to private addresses or refuse; floods of endpoints, events and redeliveries',
  play: async (hostile) => {
    const { call, complain, count, finishImports, size, startImport } = hostile;
    let isReached = false;
    const inner = await startWebServer((_, response) => {
      isReached = true;
      response.end();
    });
    const receiver = await startWebServer((request, response) => {
      const kind = request.url?.slice(1) ?? '';
      count(`posts to ${kind}`);
      if (kind === 'silent') return;
      if (kind === 'redirect') response.writeHead(307, { location: inner.url }).end();
      else if (kind === 'refuse') response.writeHead(500).end();
      else if (kind === 'close') request.socket.destroy();
      else if (kind === 'headers') response.writeHead(200, { x: 'x'.repeat(100_000) }).end();
      else {
        response.writeHead(200);
        const write = () => {
          while (!response.destroyed && response.write(BLOCK));
        };
        response.on('drain', write).on('error', () => undefined);
        write();
      }
    });
    await floodEndpoints(hostile);
    const url = (kind: string) => `http://127.0.0.1:${receiver.port}/${kind}`;
    const kinds = ['silent', 'endless', 'redirect', 'refuse', 'close', 'headers'];
    const created = kinds.map((kind) => call('POST', '/webhook_endpoints', { webhook_endpoint: { url: url(kind) } }));
    await Promise.all(created);

    const imports = Array.from({ length: size === 'full' ? 50 : 10 }, (_, i) =>
      startImport({ type: 'json', content: `email,city,score\nhook${i}@example.com,Rome,1\n` }),
    );
    await finishImports(await Promise.all(imports), 30_000);
    for (const id of await endpointIds(hostile)) {
      const { text } = await call('GET', `/webhook_endpoints/${id}/attempts`);
      const attempt = /"data":\[\{"id":(\d+)/.exec(text)?.[1] ?? '1';
      const again = () => call('POST', `/webhook_endpoints/${id}/attempts/${attempt}/redeliver`);
      await Promise.all(Array.from({ length: size === 'full' ? 100 : 10 }, again));
    }
    await removeEndpoints(hostile);
    await Promise.all([receiver.close(), inner.close()]);
    if (isReached) complain('a delivery followed a redirect');
  },
};

const BLOCK = Buffer.alloc(65_536, 'x');

/** More endpoints than there may be, with values of any kind; their secrets are replaced concurrently. */
async function floodEndpoints(hostile: Hostile): Promise<void> {
  const { call, random, size } = hostile;
  const create = () => {
    const url = random.pick(URLS);
    const events = random.pick([null, [], ['job.failed'], Array(10_000).fill('job.failed'), 'job.failed', {}]);
    const description = random.pick([null, 'CRM', 'x'.repeat(1_000_000)]);
    return call('POST', '/webhook_endpoints', { webhook_endpoint: { url, events, description } });
  };
  for (let wave = 0; wave < (size === 'full' ? 10 : 1); wave++) await Promise.all(Array.from({ length: 50 }, create));
  const ids = await endpointIds(hostile);
  if (ids.length > MOST) hostile.complain(`the tenant has ${ids.length} webhook endpoints`);
  const rotate = (id: string) => [1, 2, 3].map(() => call('POST', `/webhook_endpoints/${id}/rotate_secret`));
  await Promise.all(ids.flatMap(rotate));
  await removeEndpoints(hostile);
}

const MOST = 10;

const URLS = [
  'http://127.0.0.1:1/',
  'http://127.0.0.1:1/',
  'http://[::1]:1/',
  'https://a:b@hooks.example.com',
  'file:///etc/passwd',
  'http://',
  `http://127.0.0.1:1/${'x'.repeat(5_000)}`,
  '',
];
