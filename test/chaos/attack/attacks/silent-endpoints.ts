import { startWebServer } from '../../world/web-server.ts';
import type { Attack } from '../attack.ts';
import { importRounds } from '../hostile/callers.ts';
import { removeEndpoints } from '../hostile/webhook-endpoints.ts';

const ENDPOINTS = 5;

/** Each delivery takes as long as it may, and is tried again. */
export const silentEndpoints: Attack = {
  name: 'silent-endpoints',
  title:
    'five webhook endpoints that never answer, and four callers that import 20 rows, whose events go to them, for 40 s',
  mostTimes: 4,
  play: async (hostile) => {
    const { count, create, size } = hostile;
    const receiver = await startWebServer(() => count('posts'));
    for (let i = 0; i < ENDPOINTS; i++) {
      await create('/webhook_endpoints', { webhook_endpoint: { url: `http://127.0.0.1:${receiver.port}/${i}` } });
    }
    await importRounds(hostile, 20, size === 'full' ? { callers: 4, forMs: 40_000 } : { callers: 2, rounds: 3 });
    await removeEndpoints(hostile);
    await receiver.close();
  },
};
