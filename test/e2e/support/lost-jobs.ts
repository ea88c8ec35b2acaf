import { expect } from 'vitest';
import type { ReportedJob } from '../../../engine/cli/redo/reported-job.ts';
import type { Config } from '../../../engine/platform/config.ts';
import { configEnvironment } from '../../../engine/platform/config-environment.ts';
import { runSluice } from '../../support/sluice.ts';

/** Reads the lost jobs as `npx sluice reconcile --json` prints them; it may also create them again, with `--redo`. */
export async function readLostJobs(config: Config, ...options: readonly string[]): Promise<readonly ReportedJob[]> {
  const { code, stdout, stderr } = await runSluice(['reconcile', '--json', ...options], configEnvironment(config));
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as ReportedJob);
}
