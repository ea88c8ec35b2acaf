import { API_PREFIX } from '../../../../api/http/prefix.ts';
import type { Attack } from '../attack.ts';

/** Bytes that are hardly HTTP, for every port that the service listens on. */
export const rawRequests: Attack = {
  name: 'raw-requests',
  title: 'malformed requests to the API and to the metrics of the worker: targets, escapes, versions, headers, bodies',
  play: async ({ raw, call, addresses, random, listId, size }) => {
    const { apiPort, metricsPort, hostile } = addresses;
    const host = 'Host: x\r\n';
    const authorization = `Authorization: Basic ${hostile.apiKey}\r\n`;
    for (const port of [metricsPort, apiPort]) {
      const requests = TARGETS.map(
        (target) => `GET ${target} HTTP/1.1\r\n${host}${authorization}Connection: close\r\n\r\n`,
      );
      await Promise.all([...requests, ...REQUESTS].map((bytes) => raw({ port, blocks: [bytes], limitMs: LIMIT_MS })));
    }
    for (const escape of ESCAPES) {
      await call('GET', `/mailing_lists/${listId}/subscribers/1${escape}`);
      await call('GET', `/mailing_lists/${listId}${escape}/subscribers`);
    }
    const noise = Array.from({ length: size === 'full' ? 300 : 40 }, () => {
      const bytes = Buffer.from(Array.from({ length: random.int(1, 400) }, () => random.int(0, 255)));
      const start = random.pick(['', 'GET ', `POST ${API_PREFIX}/mailing_lists HTTP/1.1\r\n${host}`]);
      const port = random.pick([apiPort, metricsPort]);
      return { port, blocks: [Buffer.concat([Buffer.from(start), bytes, Buffer.from('\r\n\r\n')])], limitMs: LIMIT_MS };
    });
    await Promise.all(noise.map(raw));
  },
};

/** Node ends a request whose head does not come after 60 s, and looks every 30 s. */
const LIMIT_MS = 100_000;

const ESCAPES = ['#%zz', '%zz', '%', '%c3%28', '%00', '#', '?%zz', '%ed%a0%80', ';x', '%2f%2e%2e%2f', '//'];

const TARGETS = [
  '//',
  '///',
  '//[',
  'http://',
  'http://[',
  'http://x:99999999/',
  '*',
  '/%zz',
  '/\\',
  '/metrics//',
  '/healthz?%zz',
  '?',
  '#',
  `/${'a'.repeat(8_000)}`,
  `/${'a'.repeat(60_000)}`,
  `/metrics?${'a=1&'.repeat(3_000)}`,
  `${API_PREFIX}//`,
  `${API_PREFIX}/../../..`,
  `${API_PREFIX}/${'x/'.repeat(3_000)}`,
];

const REQUESTS = [
  'GET\r\n\r\n',
  '\r\n\r\n\r\n\r\nGARBAGE\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\nConnection: close\r\n\r\nabcde',
  'GET / HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\nConnection: close\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nffffffffffffffff\r\n',
  'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'a: b\r\n'.repeat(5_000)}\r\n`,
  `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\na: ${'b'.repeat(100_000)}\r\n\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0x0d, 0x0a, 0x0d, 0x0a]),
  Buffer.alloc(100_000, 0),
];
