import { setTimeout as delay } from 'node:timers/promises';
import { NOT_ANSWERED } from '../../api/jobs/not-answered.ts';
import type { TestEngine } from './engine.ts';
import { succeed } from './imports.ts';

type Commander = Pick<TestEngine, 'call'>;
type Job = Awaited<ReturnType<TestEngine['call']>>;

/**
 * Sends a command that must take effect, as a careful client does: again while no worker answers in time, which happens on a busy
 * machine. A refusal after an answer that left the outcome open is right where the job is as the command makes it.
 * @param path as `/subscriber_imports/7/pause` @returns the envelope with the job @throws with the answer when it is refused
 */
export async function commandJob({ call }: Commander, path: string): Promise<Job> {
  for (let sent = 1; ; sent++) {
    const answer = await call('POST', path);
    if (answer.success) return answer;
    if (sent < MOST_TRIES && NOT_ANSWERED.test(answer.error_message ?? '')) {
      await delay(RETRY_MS);
      continue;
    }
    if (sent === 1) return succeed(answer);
    const job = succeed(await call('GET', path.slice(0, path.lastIndexOf('/'))));
    return isInEffect(path, job.data.state) ? job : succeed(answer);
  }
}

function isInEffect(path: string, state: string): boolean {
  if (path.endsWith('/unpause')) return state !== 'paused';
  return state === (path.endsWith('/pause') ? 'paused' : 'cancelled');
}

const MOST_TRIES = 5;
const RETRY_MS = 1_000;
