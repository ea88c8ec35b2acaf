import { setTimeout as delay } from 'node:timers/promises';
import { API_PREFIX } from '../../../../api/http/prefix.ts';
import type { Attack } from '../attack.ts';

const HOUR_MS = 3_600_000;
/** A stream is left after this. */
const HELD_MS = 1_000;
const PER_SECOND = 16;

/** Streams that resume where many jobs have ended since. */
export const oldEvents: Attack = {
  name: 'old-events',
  title:
    'streams of events that resume from 22 hours ago, 16 a second for 30 s, with 20,000 imports that have ended since',
  play: async ({ addCancelled, addresses, complain, count, raw, size }) => {
    await addCancelled(size === 'full' ? 20_000 : 1_000);
    const head = [
      `GET ${API_PREFIX}/jobs/events HTTP/1.1`,
      ...['Host: x', `Authorization: Basic ${addresses.hostile.apiKey}`],
      `Last-Event-ID: ${Date.now() - 22 * HOUR_MS}-aaaaaaaaaaaa`,
    ].join('\r\n');
    const resume = async () => {
      const { text, bytes } = await raw({
        ...{ blocks: [`${head}\r\n\r\n`, ''], pauseMs: HELD_MS, isHeld: true, limitMs: 4 * HELD_MS },
      });
      count(text.startsWith('HTTP/1.1 200') ? 'streams resumed' : 'streams refused or late');
      if (bytes > 4 * 1024 * 1024) complain(`a stream began with ${bytes} bytes`);
    };
    const streams: Promise<void>[] = [];
    for (let n = 0; n < PER_SECOND * (size === 'full' ? 30 : 2); n++) {
      streams.push(resume());
      await delay(1_000 / PER_SECOND);
    }
    await Promise.all(streams);
  },
};
