import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../bin/sluice.js', import.meta.url));

it.each(['20.20.2', '22.17.1'])('npx sluice on Node %s says in one sentence which one it needs', async (version) => {
  const { code, stdout, stderr } = await runOn(version);

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(
    `Sluice needs Node 22.18 or newer, and this is v${version}: install a newer one from https://nodejs.org.\n`,
  );
});

it.each(['22.18.0', '24.0.0'])('npx sluice starts on Node %s', async (version) => {
  expect(await runOn(version)).toMatchObject({ code: 0, stderr: '' });
});

/** Runs a process that takes itself for one of another version. */
function runOn(version: string): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const asOther = `data:text/javascript,${versions};Object.defineProperty(process, 'version', { value: 'v${version}' })`;
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', asOther, COMMAND, '--version'], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}
