import { API_PREFIX } from '../../../api/http/prefix.ts';
import { configEnvironment } from '../../../engine/platform/config-environment.ts';
import { runSluice } from '../../support/sluice.ts';
import type { World } from './world.ts';

const EMAIL = 'chaos@example.com';

/** A user who has signed in to the console. */
export interface ConsoleSession {
  /** Reads, at the API of a port, who makes the call and the lists. @throws Error unless the session still holds there */
  read(port: number): Promise<void>;
}

/** Creates a user and signs in, at the API of the world. */
export async function signInToConsole({ config }: World): Promise<ConsoleSession> {
  const { stdout } = await runSluice(['user:create', EMAIL], configEnvironment(config));
  const credentials = Buffer.from(`${EMAIL}:${stdout.trim()}`).toString('base64');
  const answer = await fetch(urlOf(config.port, '/session'), {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!answer.ok || cookie === undefined) throw new Error(`Signing in was answered with ${answer.status}.`);
  return {
    read: async (port) => {
      for (const path of ['/session', '/mailing_lists']) {
        const { status } = await fetch(urlOf(port, path), { headers: { cookie, 'sluice-session': 'true' } });
        if (status !== 200) throw new Error(`A session of the console got ${status} from ${path}.`);
      }
    },
  };
}

function urlOf(port: number, path: string): string {
  return `http://127.0.0.1:${port}${API_PREFIX}${path}`;
}
