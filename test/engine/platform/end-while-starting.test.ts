import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const MODULE = pathToFileURL(fileURLToPath(new URL('../../../engine/platform/end-while-starting.ts', import.meta.url)));

it('ends a process at SIGTERM while it starts, by an exit that the first process of a container makes, too', async () => {
  expect(await endOf('endWhileStarting();')).toEqual([143, null]);
});

it('leaves the signal to the process once that has started', async () => {
  expect(await endOf('endWhileStarting()();')).toEqual([null, 'SIGTERM']);
});

/** Runs a script until it says that it is ready, then terminates it. @returns exit code and signal */
async function endOf(script: string): Promise<unknown[]> {
  const code = `const { endWhileStarting } = await import('${MODULE.href}'); ${script}
    setInterval(() => {}, 1000); console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  return ended;
}
