import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPool } from '../../../engine/db/core/pool.ts';
import { type EmbeddedHost, startHost } from '../../../engine/embedded/host-process.ts';
import { isRunning } from '../../../engine/embedded/leftovers.ts';

describe('the embedded Postgres', () => {
  let dataDir: string;
  const hosts: EmbeddedHost[] = [];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-embedded-'));
  });
  afterEach(async () => {
    for (const host of hosts.splice(0)) await host.stop();
    // Processes of a killed server may still write while they end.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 50 });
  });

  it('keeps what was committed safe from a power cut', async () => {
    const { postgresUrl } = await start();

    const shown = await query(
      postgresUrl,
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by 1`,
    );

    expect(shown).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'synchronous_commit', setting: 'on' },
    ]);
  });

  it('can be used only with its password', async () => {
    const url = new URL((await start()).postgresUrl ?? '');
    url.password = 'guess';

    await expect(query(url.href, 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('stops the server that a killed host left behind, and finds its data again', async () => {
    const first = await start();
    await query(first.postgresUrl, 'create table kept as select 7 as number');
    const orphan = await postmaster();
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    expect(isRunning(orphan)).toBe(true);

    const second = await start();

    expect(isRunning(orphan)).toBe(false);
    expect(await query(second.postgresUrl, 'select number from kept')).toEqual([{ number: 7 }]);
  });

  it('comes back on the same port when the server is killed', async () => {
    const { postgresUrl } = await start();
    await query(postgresUrl, 'create table kept as select 7 as number');

    process.kill(await postmaster(), 'SIGKILL');

    await vi.waitFor(async () => expect(await query(postgresUrl, 'select number from kept')).toEqual([{ number: 7 }]), {
      timeout: 20_000,
      interval: 50,
    });
  });

  it('says what the server said when it does not start', async () => {
    await (await start()).stop();
    await rm(join(dataDir, 'postgres', 'postgresql.conf'));

    await expect(start()).rejects.toThrow(/The embedded Postgres did not start\. .*postgresql\.conf/s);
  });

  async function start(): Promise<EmbeddedHost> {
    const request = { dataDir, logLevel: 'warn', postgres: { durable: true }, temporal: null } as const;
    const host = await startHost(request, { onProgress: () => undefined });
    hosts.push(host);
    return host;
  }

  async function postmaster(): Promise<number> {
    return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  }
});

async function query(databaseUrl: string | null, statement: string): Promise<unknown[]> {
  const pool = createPool(databaseUrl ?? '');
  try {
    return (await pool.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await pool.end();
  }
}
