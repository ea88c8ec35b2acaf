import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { ROLE_FILES, roleArguments } from '../../../engine/cli/role-process.ts';

// As the SDK's threads of workflows begin: a script that sets a hook for each promise, and uses AsyncLocalStorage.
const SCRIPT = `
  const { parentPort } = require('node:worker_threads');
  const { AsyncLocalStorage } = require('node:async_hooks');
  let promises = 0;
  const stop = require('node:v8').promiseHooks.createHook({ init: () => { promises += 1; }, settled: () => undefined });
  const storage = new AsyncLocalStorage();
  storage.run('kept', async () => {
    await Promise.resolve();
    stop();
    parentPort.postMessage({ promises, stored: storage.getStore() });
  });`;

it('keeps the SDK from following each promise of a workflow, and lets AsyncLocalStorage work', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-thread-'));
  try {
    const script = join(folder, 'thread.cjs');
    await writeFile(script, SCRIPT);
    const args = roleArguments(ROLE_FILES.worker);
    const first = args.indexOf('--import');
    const seen = async (execArgv: string[]) => {
      const thread = new Worker(script, { execArgv });
      const [message] = (await once(thread, 'message')) as unknown[];
      await thread.terminate();
      return message as { promises: number; stored: string };
    };
    expect(await seen(args.slice(first, first + 2))).toEqual({ promises: 0, stored: 'kept' });
    expect((await seen([])).promises).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
