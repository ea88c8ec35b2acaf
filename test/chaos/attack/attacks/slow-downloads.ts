import { setTimeout as delay } from 'node:timers/promises';
import { startWebServer } from '../../world/web-server.ts';
import type { Attack } from '../attack.ts';

/** Downloads that never end keep what they have taken. */
export const slowDownloads: Attack = {
  name: 'slow-downloads',
  title: '40 imports of URLs whose server sends one byte a second, or nothing at all',
  play: async ({ startImport, finishImports, random, size }) => {
    const server = await startWebServer((call, response) => {
      if (call.url?.includes('silent') === true) return;
      response.writeHead(200, { 'content-length': 1_000_000 });
      const timer = setInterval(() => response.write('e'), 1_000);
      response.once('close', () => clearInterval(timer));
    });
    const ids: (number | null)[] = [];
    for (let i = 0; i < (size === 'full' ? 40 : 20); i++) {
      const name = random.pick(['silent', 'trickle', 'trickle']);
      ids.push(await startImport({ type: 'url', url: `http://127.0.0.1:${server.port}/${name}${i}.csv` }));
    }
    await delay(size === 'full' ? 30_000 : 3_000);
    await finishImports(ids, 0);
    await server.close();
  },
};
