import { readdir, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serve } from '../engine/files/serve.ts';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, csvOfAddresses, untilEnded } from '../support/imports.ts';
import { startRoleProcess } from './support/role-process.ts';

const CSV = csvOfAddresses(40_000);
/** Sent before the first attempt is held. */
const FIRST = 700_000;

describe('a worker that is killed while it writes a source', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ IMPORT_SOURCES_BYTES: String(CSV.length) });
    await engine.stopWorker();
  });
  afterAll(() => engine.stop());

  /** Bytes of the sources as they are counted, and as they are stored. */
  const bytes = async () => {
    const { rows } = await engine.pool.query<{ counted: number; reserved: number }>(
      `select coalesce(sum(source_bytes), 0)::bigint as counted, coalesce(sum(reserved_bytes), 0)::bigint as reserved
         from subscriber_imports where state not in ('finished', 'cancelled') or dry_run`,
    );
    const folder = join(engine.config.filesDir, 'imports');
    const found = await readdir(folder, { recursive: true }).catch(() => []);
    const names = found.filter((name) => !name.endsWith('/settings'));
    const sizes = await Promise.all(names.map((name) => stat(join(folder, name))));
    return { ...rows[0], stored: sizes.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0) };
  };

  it('leaves what is counted until the next attempt removes it, for which there is room again', async () => {
    const requests: ServerResponse[] = [];
    const server = await serve((_, response) => {
      requests.push(response);
      if (requests.length > 1) response.end(CSV);
      else response.write(CSV.slice(0, FIRST));
    });
    const listId = await createList(engine, 'Killed');
    const worker = await startRoleProcess('worker', engine.config);
    const url = `${server.origin()}/people.csv`;
    const id = await createImport(engine, listId, { type: 'url', url }, { dry_run: true });
    await vi.waitFor(async () => expect((await bytes()).stored).toBeGreaterThan(FIRST / 2), {
      timeout: 30_000,
      interval: 20,
    });
    await worker.kill();
    const { counted, reserved, stored } = await bytes();
    expect(counted).toBe(0);
    expect(reserved).toBeGreaterThanOrEqual(stored);
    expect(reserved).toBeLessThanOrEqual(CSV.length);

    await engine.startWorker();
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
    expect(requests).toHaveLength(2);
    await engine.temporal.workflow.getHandle(`subscriber-import/${id}`).result();
    expect(await bytes()).toEqual({ counted: CSV.length, reserved: 0, stored: CSV.length });
  });
});
