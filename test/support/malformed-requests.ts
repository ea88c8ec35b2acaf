import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../chaos/random.ts';

/** Bytes for a listener on one connection, and the way in which the client leaves the connection. */
export interface Misuse {
  readonly name: string;
  readonly bytes: Buffer;
  /** `half`: the client ends its side and reads on; `gone`: it drops the connection; `open`: it waits for the other end. */
  readonly leaves: 'half' | 'gone' | 'open';
}

/**
 * Bytes that a listener of lines should never be sent: noise, and lines of the protocol with parts repeated, cut or replaced.
 * @param lines what a well-behaved client would send
 */
export function generatedMisuse(lines: readonly string[], count: number, random: Random): Misuse[] {
  const noise = (length: number) => Buffer.from(Array.from({ length }, () => random.int(0, 255)));
  const separators = ['', '\t', '  ', '\0', '/'];
  const mutations: ((line: Buffer) => Buffer)[] = [
    (line) => line.subarray(0, random.int(0, line.length)),
    (line) => Buffer.concat([line.subarray(0, random.int(0, line.length)), noise(random.int(1, 40)), line]),
    (line) => Buffer.concat(Array.from({ length: random.int(1, 50) }, () => line)),
    (line) => Buffer.from(line.map((byte) => (random.chance(0.05) ? random.int(0, 255) : byte))),
    (line) =>
      Buffer.from(
        line.toString('latin1').replaceAll(' ', () => random.pick(separators)),
        'latin1',
      ),
    () => noise(random.int(1, 4000)),
  ];
  return Array.from({ length: count }, (_, index) => {
    const bytes = random.pick(mutations)(Buffer.from(random.pick(lines), 'latin1'));
    return { name: `generated ${index}`, bytes, leaves: random.chance(0.1) ? 'gone' : 'half' };
  });
}

/** Requests that no listener of HTTP should be brought down by, for a path that it serves. */
export function malformedRequests(path: string, headers = ''): Misuse[] {
  const lines = [`Host: x\r\n${headers}`];
  const of = (start: string, more = '', body = '') => `${start}\r\n${lines.join('')}${more}\r\n${body}`;
  const chunked = 'Transfer-Encoding: chunked\r\n';
  const sent: Record<string, string> = {
    'a path of two slashes': of('GET // HTTP/1.1'),
    'no path at all': of('GET  HTTP/1.1'),
    'a path with a bad escape': of(`GET ${path}/%zz HTTP/1.1`),
    'a path with half an escape': of(`GET ${path}/% HTTP/1.1`),
    'a path with an escape that is no text': of(`GET ${path}/%ff%fe HTTP/1.1`),
    'a fragment with a bad escape': of(`GET ${path}/1#%zz HTTP/1.1`),
    'a query with a bad escape': of(`GET ${path}?name=%zz HTTP/1.1`),
    'a whole address': of('GET http://[::1 HTTP/1.1'),
    'another whole address': of('GET http://a:b@c:99999/ HTTP/1.1'),
    'a path that begins with a question mark': of('GET ? HTTP/1.1'),
    'a path with a NUL': of(`GET ${path}\0 HTTP/1.1`),
    'a path of raw bytes': of(`GET ${path}/\xff\xfe HTTP/1.1`),
    backslashes: of('GET \\\\..\\.. HTTP/1.1'),
    'steps upwards': of('GET /../../../etc/passwd HTTP/1.1'),
    'a long path': of(`GET ${path}/${'a'.repeat(10_000)} HTTP/1.1`),
    'a path that is too long': of(`GET ${path}/${'a'.repeat(200_000)} HTTP/1.1`),
    'a header that is too long': of(`GET ${path} HTTP/1.1`, `X: ${'a'.repeat(200_000)}\r\n`),
    'many headers': of(`GET ${path} HTTP/1.1`, 'X: a\r\n'.repeat(2_000)),
    'a header without a colon': of(`GET ${path} HTTP/1.1`, 'nonsense\r\n'),
    'a header with a NUL': of(`GET ${path} HTTP/1.1`, 'X: a\0b\r\n'),
    'a header without a name': of(`GET ${path} HTTP/1.1`, ': a\r\n'),
    'no host': `GET ${path} HTTP/1.1\r\n\r\n`,
    'two hosts': of(`GET ${path} HTTP/1.1`, 'Host: y\r\n'),
    'an unknown method': of(`NONSENSE ${path} HTTP/1.1`),
    'a rare method': of(`PROPFIND ${path} HTTP/1.1`),
    'an unknown version': of(`GET ${path} HTTP/9.9`),
    'the oldest version': `GET ${path}\r\n\r\n`,
    'version 1.0': `GET ${path} HTTP/1.0\r\n\r\n`,
    'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'a handshake of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'options of everything': of('OPTIONS * HTTP/1.1'),
    'a tunnel': of('CONNECT example.com:443 HTTP/1.1'),
    'an upgrade': of(`GET ${path} HTTP/1.1`, 'Connection: Upgrade\r\nUpgrade: websocket\r\n'),
    'a length that is no number': of(`POST ${path} HTTP/1.1`, 'Content-Length: many\r\n', '{}'),
    'a negative length': of(`POST ${path} HTTP/1.1`, 'Content-Length: -1\r\n', '{}'),
    'a length beyond numbers': of(`POST ${path} HTTP/1.1`, `Content-Length: ${'9'.repeat(40)}\r\n`, '{}'),
    'two lengths': of(`POST ${path} HTTP/1.1`, 'Content-Length: 2\r\nContent-Length: 3\r\n', '{}'),
    'a body that is too short': of(`POST ${path} HTTP/1.1`, 'Content-Length: 200\r\n', '{"a'),
    'a body that is too long': of(`POST ${path} HTTP/1.1`, 'Content-Length: 2\r\n', '{}{}{}'),
    'a length and chunks': of(`POST ${path} HTTP/1.1`, `Content-Length: 2\r\n${chunked}`, '{}'),
    'chunks of nonsense': of(`POST ${path} HTTP/1.1`, chunked, 'zz\r\nnonsense\r\n'),
    'a chunk beyond numbers': of(`POST ${path} HTTP/1.1`, chunked, `${'f'.repeat(30)}\r\n`),
    'chunks without an end': of(`POST ${path} HTTP/1.1`, chunked, '2\r\n{}\r\n'),
    'an unknown coding': of(`POST ${path} HTTP/1.1`, 'Transfer-Encoding: gzip\r\n', '{}'),
    'a body that asks first': of(`POST ${path} HTTP/1.1`, 'Expect: 100-continue\r\nContent-Length: 9\r\n'),
    'an unknown wish': of(`POST ${path} HTTP/1.1`, 'Expect: miracles\r\nContent-Length: 2\r\n', '{}'),
    'a senseless type': of(`POST ${path} HTTP/1.1`, 'Content-Type: ;;;\r\nContent-Length: 2\r\n', '{}'),
    'a body of a read': of(`GET ${path} HTTP/1.1`, 'Content-Length: 2\r\n', '{}'),
    'many requests at once': of(`GET ${path} HTTP/1.1`).repeat(100),
    'requests and nonsense': `${of(`GET ${path} HTTP/1.1`)}nonsense\r\n\r\n${of(`GET ${path} HTTP/1.1`)}`,
    'half a line': 'GET',
    'empty lines': '\r\n'.repeat(1_000),
    nothing: '',
    'NUL bytes': '\0'.repeat(5_000),
  };
  const all = Object.entries(sent).map(([name, text]) => ({ name, bytes: Buffer.from(text, 'latin1') }));
  return (['half', 'gone'] as const).flatMap((leaves) => all.map((misuse) => ({ ...misuse, leaves })));
}

/** Result of a connection: the bytes of the answer, or that it was closed without one. */
export type Reaction = { readonly answer: string } | 'closed' | 'neither';

/** Sends the bytes on a connection of their own; `neither` when nothing has come of it within the limit. */
export async function misuse(port: number, { bytes, leaves }: Misuse, limitMs = 20_000): Promise<Reaction> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const received: Buffer[] = [];
  const closed = new Promise<Reaction>((resolve) => {
    const end = () => resolve(received.length > 0 ? { answer: Buffer.concat(received).toString('latin1') } : 'closed');
    socket.on('data', (chunk: Buffer) => received.push(chunk)).on('end', end);
    // A listener that has seen enough resets the connection.
    socket.on('error', end).on('close', end);
  });
  socket.write(bytes);
  if (leaves === 'gone') {
    await delay(1);
    socket.destroy();
    return closed;
  }
  if (leaves === 'half') socket.end();
  const limit = new AbortController();
  const tooLate = delay(limitMs, 'neither' as const, { signal: limit.signal }).catch(() => 'neither' as const);
  return Promise.race([closed, tooLate]).finally(() => {
    limit.abort();
    socket.destroy();
  });
}
