import { execFile } from 'node:child_process';

/** Give this as the note of a skipped test: context.skip(NO_PROMTOOL). */
export const NO_PROMTOOL = 'no promtool is on PATH';

/** Exit code and output of a call of promtool. */
export interface PromtoolAnswer {
  readonly code: number;
  readonly output: string;
}

/** Runs promtool; null when there is none. */
export function promtool(...args: string[]): Promise<PromtoolAnswer | null> {
  return new Promise((resolve) => {
    execFile('promtool', args, (error, stdout, stderr) => {
      if (error?.code === 'ENOENT') return resolve(null);
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), output: `${stdout}${stderr}` });
    });
  });
}
