import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import type { Config } from '../../../engine/platform/config.ts';
import { configEnvironment } from '../../../engine/platform/config-environment.ts';
import { until } from '../until.ts';

/** A run of `npx sluice migrate`. */
export interface MigrationRun {
  /** Resolves to what it has printed when it ends well. @throws Error with what it has printed */
  readonly done: Promise<string>;
  kill(): Promise<void>;
}

/** Starts a run of the version in the folder. */
export function startMigration(root: string, config: Config): MigrationRun {
  const child = spawn(process.execPath, [join(root, 'bin', 'sluice.js'), 'migrate'], {
    env: { ...process.env, ...configEnvironment(config) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((parts) => parts.join(''));
  const done = ended.then(async ([code]) => {
    const printed = await output;
    if (code === 0) return printed;
    throw new Error(`npx sluice migrate ended with ${code === null ? 'a signal' : `exit code ${code}`}: ${printed}`);
  });
  done.catch(() => undefined);
  return {
    done,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Waits until a run works in the database, or has ended. */
export async function untilMigrating(pool: pg.Pool, run: MigrationRun): Promise<void> {
  let hasEnded = false;
  const end = () => (hasEnded = true);
  run.done.then(end, end);
  await until('a migration is under way', async () => {
    if (hasEnded) return true;
    const { rows } = await pool.query(
      `select from pg_stat_activity where application_name = 'sluice-setup' and datname = current_database()`,
    );
    return rows.length > 0 || null;
  });
}
