import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeImport } from '../../../../engine/activities/purge-import.ts';
import { stagingTable } from '../../../../engine/db/imports/staging.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { attempt, runImport, stageImport, undisturbed } from '../pipeline.ts';

const ROWS = 400;
const CHUNK_ROWS = 50;

describe('chunks of an import', () => {
  let fixture: ImportFixture;
  beforeAll(async () => {
    fixture = await createImportFixture();
  });
  afterAll(() => fixture.close());

  it('hold neighbours in the order of the keys, whatever the order of the file, and about as many each', async () => {
    const { importId, chunks } = await staged();
    const found = await Promise.all(
      Array.from({ length: chunks }, async (_, chunk) => {
        const { rows } = await fixture.pool.query<{ low: string; high: string; n: number }>(
          `select min(key) as low, max(key) as high, count(*)::integer as n from ${stagingTable(importId, chunk)}`,
        );
        return rows[0] ?? { low: '', high: '', n: 0 };
      }),
    );

    expect(found.map(({ n }) => n)).toEqual(new Array(ROWS / CHUNK_ROWS).fill(CHUNK_ROWS));
    found.slice(1).forEach(({ low }, i) => expect(low > (found[i]?.high ?? '')).toBe(true));
  });

  it('are remembered by their first keys as long as there is staging, and no longer', async () => {
    const { importId } = await staged();
    expect(await firstKeysOf(importId)).toHaveLength(ROWS / CHUNK_ROWS - 1);

    await runImport(importId, { perform: undisturbed(deps()) });
    expect(await firstKeysOf(importId)).toBeNull();
  });

  it('are forgotten when a failed import is purged', async () => {
    const { importId } = await staged();
    await attempt(deps(), 'recordImportState', { importId, state: 'failed', errorMessage: 'It broke.' });
    await attempt(deps(), 'cleanUpImport', { importId });
    expect(await firstKeysOf(importId)).not.toBeNull();

    await purgeImport(deps(), importId);
    expect(await firstKeysOf(importId)).toBeNull();
  });

  it('are dealt by a hash where an import was scanned without a look at its keys', async () => {
    const [{ importId, list }, other] = [await created([0]), await created([0])];
    await attempt(deps(), 'scanSource', { importId });
    await fixture.pool.query('update subscriber_imports set chunk_first_keys = null where id = $1', [importId]);
    for (const each of [importId, other.importId]) await runImport(each, { perform: undisturbed(deps()) });

    expect(await fixture.readImport(importId)).toMatchObject({ counters: { added: ROWS, skipped_duplicate: 1 } });
    const keys = async ({ id }: { id: number }) => (await fixture.readSubscribers(id)).map(({ key }) => key);
    expect(await keys(list)).toEqual(await keys(other.list));
  });

  it('are dealt by a hash where no row has a key, and every row fails', async () => {
    const importId = await fixture.createImport(await fixture.createList(), 'bad\n'.repeat(ROWS));
    await stageImport(importId, { perform: undisturbed(deps()) });
    expect(await firstKeysOf(importId)).toBeNull();
  });

  const deps = () => ({ ...fixture.deps, chunkRows: CHUNK_ROWS });

  /** 271 and 400 have no common factor, so each number comes once, and neighbours in the file are none in the list. */
  async function created(more: readonly number[] = []) {
    const list = await fixture.createList();
    const numbers = [...Array.from({ length: ROWS }, (_, i) => (i * 271) % ROWS), ...more];
    const lines = numbers.map((number) => `newsletter.${String(number).padStart(3, '0')}@example.com\n`);
    return { list, importId: await fixture.createImport(list, lines.join('')) };
  }

  async function staged() {
    const { importId } = await created();
    const { chunks } = await stageImport(importId, { perform: undisturbed(deps()) });
    return { importId, chunks };
  }

  async function firstKeysOf(importId: number): Promise<string[] | null> {
    const { rows } = await fixture.pool.query<{ chunk_first_keys: string[] | null }>(
      'select chunk_first_keys from subscriber_imports where id = $1',
      [importId],
    );
    return rows[0]?.chunk_first_keys ?? null;
  }
});
