import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { roleArguments } from '../../../engine/cli/role-process.ts';

const SCRIPT = fileURLToPath(new URL('../../support/blocked-role.ts', import.meta.url));

describe('the watchdog', () => {
  const start = async (limitMs: number, isChild = true) => {
    const role = spawn(process.execPath, roleArguments(SCRIPT), {
      env: { ...process.env, WATCHDOG_MS: String(limitMs) },
      stdio: ['ignore', 'pipe', 'inherit', isChild ? 'ipc' : 'ignore'],
    });
    onTestFinished(() => void role.kill('SIGKILL'));
    if (isChild) await once(role, 'message');
    return role;
  };

  it('ends a process whose event loop is blocked, and says what was under way', async () => {
    const role = await start(500);
    role.send('block');
    const [written, [, signal]] = await Promise.all([text(role.stdout!), once(role, 'exit')]);
    expect(signal).toBe('SIGKILL');
    const line = JSON.parse(written) as Record<string, unknown>;
    expect(line).toMatchObject({
      level: 60,
      role: 'blocked',
      underWay: ['POST /before', 'POST /lists/:id'],
      msg: 'the event loop is blocked: ending this process, to be restarted',
    });
    expect(line['blockedMs']).toBeGreaterThanOrEqual(500);
  });

  it('spares a process that was stopped for longer, and one that is busy but responds', async () => {
    const role = await start(500);
    role.kill('SIGSTOP');
    await delay(2_000);
    role.kill('SIGCONT');
    role.send('hello');
    expect(await once(role, 'message')).toEqual(['hello', undefined]);
    await delay(1_000);
    role.send('still here');
    expect(await once(role, 'message')).toEqual(['still here', undefined]);
    role.disconnect();
    expect(await once(role, 'exit')).toEqual([0, null]);
  });

  it('is off when its limit is 0', async () => {
    const role = await start(0);
    role.send('block');
    await delay(1_500);
    expect(role.exitCode ?? role.signalCode).toBeNull();
  });
});
