import { setTimeout as delay } from 'node:timers/promises';
import { BOUNDS } from '../domain/bounds.ts';
import type { FtpClient, FtpServices } from './client.ts';
import { createLineReader, type CommandLine } from './command-lines.ts';
import { serveCommand } from './commands.ts';
import type { Control } from './control.ts';

/** Serves the commands of a client one after the other. Resolves when its connection is gone and its last command ended. */
export async function serveClient(client: FtpClient, services: FtpServices): Promise<void> {
  const { control, transfers } = client;
  const keepPace = createPace(control);
  const waiting: CommandLine[] = [];
  let reader = createLineReader();
  let working = Promise.resolve();
  let isWorking = false;
  let beforeLogin = 0;

  const login = setTimeout(() => {
    if (client.login === null) control.close(421, 'No login in time.');
  }, BOUNDS.ftpLoginTime.max);
  const silence = setTimeout(() => {
    // During a transfer the data connection has its own timeout.
    if (transfers.isUnderWay()) silence.refresh();
    else control.close(421, 'The connection was idle for too long.');
  }, BOUNDS.ftpSilence.max);

  control.onBytes((bytes) => {
    silence.refresh();
    const lines = reader.read(bytes);
    if (lines === null || waiting.length + lines.length > BOUNDS.ftpPipelined.max) {
      control.close(500, 'Too many commands at once.');
      return;
    }
    if (lines.some(({ verb }) => verb === 'ABOR')) transfers.abort();
    waiting.push(...lines);
    if (!isWorking) working = work();
  });
  await control.reply(220, 'Ready.');

  await control.closed;
  clearTimeout(login);
  clearTimeout(silence);
  await working;

  async function work(): Promise<void> {
    isWorking = true;
    for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
      await keepPace();
      if (control.ended.aborted) break;
      if (client.login === null && ++beforeLogin > BOUNDS.ftpCommandsBeforeLogin.max) {
        control.close(421, 'Too many commands before the login.');
        break;
      }
      const wasClear = control.tls() === null;
      await serveCommand(client, line, services);
      if (wasClear && control.tls() !== null) {
        // Plain-text commands received after AUTH must not count as encrypted.
        waiting.length = 0;
        reader = createLineReader();
      }
    }
    isWorking = false;
  }
}

/** Limits the commands per second of a connection: further ones wait for the next second. */
function createPace({ ended }: Control): () => Promise<void> {
  let since = 0;
  let count = 0;
  return async () => {
    const passed = performance.now() - since;
    if (passed < 1_000 && count < BOUNDS.ftpCommands.max) {
      count++;
      return;
    }
    if (passed < 1_000) await delay(1_000 - passed, undefined, { signal: ended }).catch(() => undefined);
    since = performance.now();
    count = 1;
  };
}
