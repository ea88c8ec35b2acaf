import { API_PREFIX } from '../../../../api/http/prefix.ts';
import { BOUNDS } from '../../../../engine/domain/bounds.ts';
import type { Attack } from '../attack.ts';
import type { Hostile } from '../hostile/hostile.ts';

/** Connections that are held open at no cost to the one who holds them. */
export const slowClients: Attack = {
  name: 'slow-clients',
  title: '500 connections that are idle, send a header or a body a byte at a time, or do not read their answer',
  play: async (hostile) => {
    const { random, size } = hostile;
    const kinds = kindsOf(hostile);
    const count = size === 'full' ? 500 : 60;
    await Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const kind = kinds[i % kinds.length]!;
        const { status } = await hostile.raw({ ...kind, blocks: kind.blocks(), pauseMs: random.int(300, 1_500) });
        hostile.count(`${kind.name}: ${status === 'open' ? 'left by the client' : 'answered or closed'}`);
      }),
    );
  },
};

interface Kind {
  readonly name: string;
  readonly blocks: () => Iterable<string>;
  /** Whether the client leaves after the limit: the service may wait for longer than this attack lasts. */
  readonly isHeld?: boolean;
  readonly isUnread?: boolean;
  readonly limitMs: number;
}

function kindsOf({ addresses, listId, size }: Hostile): Kind[] {
  const authorization = `Authorization: Basic ${addresses.hostile.apiKey}\r\n`;
  const post = `POST ${API_PREFIX}/mailing_lists HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
  const length = 'Content-Length: 1000000\r\n\r\n';
  const page = `GET ${API_PREFIX}/mailing_lists/${listId}/subscribers?per_page=500 HTTP/1.1\r\nHost: x\r\n`;
  const isShort = size === 'short';
  const late = isShort ? { isHeld: true, limitMs: SHORT_MS } : { limitMs: HEADERS_LIMIT_MS };
  const held = { isHeld: true, limitMs: isShort ? SHORT_MS : HELD_MS };
  return [
    { name: 'idle connections', blocks: () => drip('', 0), ...late },
    { name: 'slow headers', blocks: () => drip('GET / HTTP/1.1\r\nHost: x\r\nX: ', 10_000), ...late },
    { name: 'slow bodies without a key', blocks: () => drip(`${post}${length}`, 10_000), limitMs: UNREAD_LIMIT_MS },
    {
      name: 'slow bodies',
      blocks: () => drip(`${post}${authorization}${length}`, 10_000),
      ...held,
    },
    {
      name: 'chunks without an end',
      blocks: () => drip(`${post}${authorization}Transfer-Encoding: chunked\r\n\r\n`, 10_000, '1\r\n{\r\n'),
      ...held,
    },
    {
      name: 'unread answers',
      blocks: () => drip(`${page}${authorization}\r\n`.repeat(20), 0),
      isUnread: true,
      ...held,
    },
    {
      name: 'unread event streams',
      blocks: () => drip(`GET ${API_PREFIX}/jobs/events HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`, 0),
      isUnread: true,
      ...held,
    },
  ];
}

/** Node looks every 30 s which connections are late. */
const CHECK_MS = 35_000;
const HEADERS_LIMIT_MS = BOUNDS.requestHeadersTime.max + CHECK_MS;
const UNREAD_LIMIT_MS = BOUNDS.unreadBody.max + CHECK_MS;
const HELD_MS = 45_000;
/** In a short run, which does not wait until Node has looked. */
const SHORT_MS = 8_000;

function* drip(start: string, most: number, block = 'x'): Generator<string> {
  if (start !== '') yield start;
  for (let i = 0; i < most; i++) yield block;
}
