import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCopy } from '../../../../engine/db/core/copy-out.ts';
import { inTransaction } from '../../../../engine/db/core/transaction.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

/** Far more than a connection and a stream hold. */
const ROWS = 200_000;
const STATEMENT = `copy (select repeat('x', 100) from generate_series(1, ${ROWS})) to stdout`;

describe('a COPY to its reader', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('hands over every byte, and the number of rows', async () => {
    const copied = await inTransaction(database.pool, (client) =>
      readCopy(client, STATEMENT, async (bytes) => {
        let total = 0;
        for await (const block of bytes) total += block.byteLength;
        return total;
      }),
    );
    expect(copied).toEqual({ result: ROWS * 101, rows: ROWS });
  });

  const readers: Readonly<Record<string, (bytes: AsyncIterable<Uint8Array>) => Promise<void>>> = {
    'before it reads': () => Promise.reject(new Error('the reader fails')),
    'at the first byte': async (bytes) => {
      await bytes[Symbol.asyncIterator]().next();
      throw new Error('the reader fails');
    },
  };
  it.each(Object.keys(readers))('leaves the connection usable when the reader fails %s', async (when) => {
    const failed = inTransaction(database.pool, (client) => readCopy(client, STATEMENT, readers[when]!));
    await expect(failed).rejects.toThrow('the reader fails');
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
  });
});
