import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLogText } from '../../../../engine/db/imports/read-log-text.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

/** Of so many bytes two blocks fit into one read, and three do not. */
const BLOCK_BYTES = 400_000;

describe('the text of a log', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query(`insert into organizations (id, name) values (7, 'O')`);
    await database.pool.query(`insert into mailing_lists (id, organization_id, name) values (7, 7, 'L')`);
    for (const id of [1, 2]) {
      await database.pool.query(
        `insert into subscriber_imports (id, organization_id, mailing_list_id, begins_at, options, policy)
         values ($1, 7, 7, now(), '{}', '{}')`,
        [id],
      );
    }
  });
  afterAll(() => database.drop());

  const write = (importId: number, kind: string, place: readonly [part: number, piece: number], content: string) =>
    database.pool.query(
      `insert into import_logs (subscriber_import_id, kind, part, piece, entries, content) values ($1, $2, $3, $4, 1, $5)`,
      [importId, kind, ...place, content],
    );
  const read = async (importId: number, kind: 'added' | 'failed') => {
    const blocks: Uint8Array[] = [];
    for await (const block of readLogText(database.pool, importId, kind)) blocks.push(block);
    return Buffer.concat(blocks).toString('utf8');
  };
  const block = (name: string) => `${name}\\ä€😀\t`.padEnd(BLOCK_BYTES, '.') + '\n';

  it('has every block in the order of parts and pieces, over as many reads as it takes', async () => {
    const places = [-1, 0, 3, 1_000_000].flatMap((part) => [0, 1, 2].map((piece) => [part, piece] as const));
    for (const place of [...places].reverse()) await write(1, 'failed', place, block(place.join('/')));
    await write(1, 'added', [0, 0], 'another log\n');
    await write(2, 'failed', [0, 0], 'of another import\n');
    expect((await read(1, 'failed')) === places.map((place) => block(place.join('/'))).join('')).toBe(true);
  });

  it('is empty without a block', async () => {
    expect(await read(2, 'added')).toBe('');
  });

  it('leaves every connection free when its reader ends early', async () => {
    for await (const first of readLogText(database.pool, 1, 'failed')) {
      expect(first.byteLength).toBeGreaterThan(BLOCK_BYTES);
      break;
    }
    await expect.poll(() => database.pool.idleCount).toBe(database.pool.totalCount);
  });

  it('fails when Postgres does', async () => {
    const { pool } = database;
    await pool.query('alter table import_logs rename column content to text');
    await expect(read(1, 'failed')).rejects.toThrow('column "content" does not exist');
    await pool.query('alter table import_logs rename column text to content');
    expect(pool.idleCount).toBe(pool.totalCount);
  });
});
