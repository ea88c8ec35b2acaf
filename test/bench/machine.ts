import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';
import type { Pool } from 'pg';

/** Hardware and versions that the figures were measured on. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly system: string;
  readonly node: string;
  readonly postgres: string;
}

/** Describes this machine and its Postgres. */
export async function describeMachine(pool: Pool): Promise<Machine> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    system: `${platform()} ${release()}`,
    node: process.version,
    postgres: rows[0]?.server_version ?? 'unknown',
  };
}

/** Load average of the last minute: the mean number of runnable processes. */
export function currentLoad(): number {
  return loadavg()[0] ?? 0;
}

/** Whether others use so much of the machine that only ratios mean something. */
export function isBusy(load: number): boolean {
  return load > BUSY_SHARE * availableParallelism();
}

const BUSY_SHARE = 0.25;
