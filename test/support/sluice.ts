import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Exit code and output of a run of the command. */
export interface SluiceRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `sluice` as a process of its own, with nothing of this one's settings but what is given, and `input` on its stdin. */
export function runSluice(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input?: string,
): Promise<SluiceRun> {
  const unset = { DATABASE_URL: '', TEMPORAL_ADDRESS: '', SECRET_KEY: '', TOKEN_SECRET: '' };
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...unset, ...env } };
    const child = execFile(process.execPath, [LAUNCHER, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
    if (input !== undefined) child.stdin?.end(input);
  });
}

/** Runs `sluice` into a pipe to a shell command; the exit code is that of the last of both that failed, or 0. */
export function runPiped(
  args: readonly string[],
  into: string,
  env: Readonly<Record<string, string>>,
): Promise<SluiceRun> {
  const command = `set -o pipefail; "$0" "$@" | ${into}`;
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env } };
    execFile('bash', ['-c', command, process.execPath, LAUNCHER, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
  });
}

/** The script that `npx sluice` runs. */
export const LAUNCHER = fileURLToPath(new URL('../../bin/sluice.js', import.meta.url));
