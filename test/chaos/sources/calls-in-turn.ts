import { setTimeout as delay } from 'node:timers/promises';
import type { ConsoleSession } from '../world/console-session.ts';
import type { World } from '../world/world.ts';

/** Calls of a program and of a console that go on until they are stopped. */
export interface CallsInTurn {
  /** @returns the longest time until the answers of a turn, in milliseconds @throws Error when a call was refused */
  stop(): Promise<number>;
}

const CALLERS = 2;
const PAUSE_MS = 50;

/** Begins to read an import, the lists, and both again in a session, one after the other. */
export function callInTurn({ api, config }: World, importId: number, session: ConsoleSession): CallsInTurn {
  let [isOver, longest] = [false, 0];
  const callOn = async () => {
    while (!isOver) {
      const began = performance.now();
      await api.demand('GET', `/subscriber_imports/${importId}`);
      await api.demand('GET', '/mailing_lists');
      await session.read(config.port);
      longest = Math.max(longest, performance.now() - began);
      await delay(PAUSE_MS);
    }
  };
  const done = Promise.all(Array.from({ length: CALLERS }, callOn));
  done.catch(() => undefined);
  return {
    stop: async () => {
      isOver = true;
      await done;
      return Math.round(longest);
    },
  };
}
