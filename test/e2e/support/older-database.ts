import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestEngine } from '../../support/engine.ts';

/** Copies the database as it is, with its sequences. @returns the name of the copy */
export async function copy({ config }: TestEngine): Promise<string> {
  const name = nameOf(config.databaseUrl);
  const backup = `${name}_${Date.now()}`;
  await alone(name, (admin) => admin.query(`create database ${backup} template ${name} strategy file_copy`));
  return backup;
}

/** Puts a copy in the place of the database, under the running service. */
export async function goBack({ config, call }: TestEngine, backup: string): Promise<void> {
  const name = nameOf(config.databaseUrl);
  await alone(name, async (admin) => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`alter database ${backup} rename to ${name}`);
  });
  while (!(await call('GET', '/mailing_lists')).success) await delay(50);
}

/** Works on a database while nobody can connect to it. */
async function alone(name: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgres').adminUrl });
  await admin.connect();
  try {
    await admin.query(`alter database ${name} allow_connections false`);
    // The test's own sessions last: they may hold work of the service at a gate.
    await admin.query(
      `select pg_terminate_backend(pid, 5000)
         from (select pid from pg_stat_activity where datname = $1 order by application_name = 'sluice' offset 0) sessions`,
      [name],
    );
    await work(admin);
    await admin.query(`alter database ${name} allow_connections true`);
  } finally {
    await admin.end();
  }
}

function nameOf(databaseUrl = ''): string {
  return new URL(databaseUrl).pathname.slice(1);
}
