import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lowerProcessPriority } from '../../../engine/platform/background-priority.ts';
import { createRangeThreads } from '../../../engine/csv/range-threads.ts';
import { createPool } from '../../../engine/db/core/pool.ts';
import { createTestDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { DEFAULTS } from '../../support/import-options.ts';

const isLinux = process.platform === 'linux';
/** A kernel that groups sessions says so of each process; one that does not, or a container, says nothing. */
const groupsSessions = isLinux && existsSync('/proc/self/autogroup') && readFileSync('/proc/self/autogroup').length > 0;

describe('work on many rows', () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await createTestDatabase()));
  afterAll(() => database.drop());

  it('goes behind other connections in Postgres', async () => {
    const yielding: Promise<void>[] = [];
    const pools = [
      createPool(database.url, { onConnect: (pid) => yielding.push(lowerProcessPriority(pid)) }),
      createPool(database.url),
    ];
    try {
      const [behind = NaN, other = NaN] = await Promise.all(pools.map(backendOf));
      await Promise.all(yielding);

      expect([getPriority(behind), getPriority(other)]).toEqual([10, getPriority()]);
      if (groupsSessions)
        expect([await sessionOf(behind), await sessionOf(other)]).toEqual(['nice 10', `nice ${getPriority()}`]);
    } finally {
      await Promise.all(pools.map((pool) => pool.end()));
    }
  });

  it.runIf(isLinux)('goes behind the rest of its own process when it parses', async () => {
    const before = await prioritiesOfThreads();
    const priority = getPriority(process.pid);
    const threads = createRangeThreads(1);
    try {
      await threads.encode(largeRange(), new AbortController().signal);

      const begun = [...(await prioritiesOfThreads())].filter(([id]) => !before.has(id));
      expect(begun.filter(([, niceness]) => niceness === 10)).toHaveLength(1);
      expect(getPriority(process.pid)).toBe(priority);
    } finally {
      await threads.close();
    }
  });

  it('is done all the same where a process cannot yield', async () => {
    await expect(lowerProcessPriority(2 ** 30)).resolves.toBeUndefined();
  });
});

async function backendOf(pool: ReturnType<typeof createPool>): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? NaN;
}

/** The second half of "/autogroup-86 nice 0". */
async function sessionOf(pid: number): Promise<string | undefined> {
  return /nice .*/.exec(await readFile(`/proc/${pid}/autogroup`, 'utf8'))?.[0];
}

async function prioritiesOfThreads(): Promise<Map<number, number>> {
  const ids = (await readdir('/proc/self/task')).map(Number);
  return new Map(ids.map((id) => [id, getPriority(id)]));
}

function largeRange() {
  const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, n) => `s${n}@example.com\n`).join(''));
  return {
    request: {
      plan: {
        options: { ...DEFAULTS, column_mapping: ['email' as const] },
        list: { hasFormat: false, hasConfirmed: false, primaryKeyFieldId: null },
        fields: [],
        timeZone: 'UTC',
      },
      firstRow: 1,
      partitioning: { chunks: 1, firstKeys: null },
    },
    source: (async function* () {
      yield await Promise.resolve(bytes);
    })(),
    bytes: bytes.length,
    owner: 1,
    take: () => Promise.resolve(),
  };
}
