import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeKeptFiles } from '../../../../engine/activities/sources/remove-kept-files.ts';
import { KEPT_IMPORTS } from '../../../../engine/activities/subscriber-import/kept-imports.ts';
import { importKeys } from '../../../../engine/files/source-key.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { runImport, stageImport, undisturbed } from '../pipeline.ts';

const CSV = 'ann@example.com\nbob@example.com\ncid@example.com\n';

let fixture: ImportFixture;
let list: TestList;
beforeAll(async () => {
  fixture = await createImportFixture();
  list = await fixture.createList();
});
afterAll(() => fixture.close());

const perform: ReturnType<typeof undisturbed> = (name, input) => undisturbed(fixture.deps)(name, input);
const remove = (hasRoom = true) => {
  const files = { ...fixture.deps.files, hasRoom: () => Promise.resolve(hasRoom) };
  return removeKeptFiles({ pool: fixture.pool, files }, KEPT_IMPORTS, new AbortController().signal);
};

async function createImport(options = {}): Promise<number> {
  const id = await fixture.createImport(list, CSV, options);
  const [, , settings] = keysOf(id);
  await fixture.deps.files.write(settings ?? '', Readable.from([Buffer.from('{}')]));
  return id;
}

async function finishedImport(options = {}): Promise<number> {
  const id = await createImport(options);
  await runImport(id, { perform });
  return id;
}

function keysOf(id: number): readonly string[] {
  return importKeys({ id, jobKey: null });
}

/** Counts the stored files of an import. */
async function filesOf(id: number): Promise<number> {
  const sizes = await Promise.all(keysOf(id).map((key) => fixture.deps.files.size(key)));
  return sizes.filter((size) => size !== null).length;
}

async function endedAgo(ids: readonly number[], ago: string): Promise<void> {
  const age = `update subscriber_imports set finished_at = now() - $2::interval where id = any($1)`;
  await fixture.pool.query(age, [ids, ago]);
}

/** Those of the tests before have ended long ago. */
beforeEach(async () => {
  await fixture.pool.query(`update subscriber_imports set finished_at = now() - interval '2 days'`);
  await fixture.pool.query(`update installation set kept_files_removed_to = now() - interval '1 day'`);
});

describe('a finished import', () => {
  it('keeps its source and its settings for 15 minutes', async () => {
    const id = await finishedImport();
    await endedAgo([id], '14 minutes');
    expect([await remove(), await filesOf(id)]).toEqual([0, 2]);
    await endedAgo([id], '16 minutes');
    expect([await remove(), await filesOf(id)]).toEqual([1, 0]);
    expect(await remove()).toBe(0);
  });

  it('keeps them for a minute where the file store has no room', async () => {
    const [older, younger] = [await finishedImport(), await finishedImport()];
    await endedAgo([older], '2 minutes');
    expect([await remove(), await filesOf(older)]).toEqual([0, 2]);
    expect([await remove(false), await filesOf(older), await filesOf(younger)]).toEqual([1, 0, 2]);
  });

  it('loses them with many others at once, also when the first attempt fails', async () => {
    const ids = Array.from({ length: 45 }, () => 0);
    for (const place of ids.keys()) ids[place] = await finishedImport();
    await endedAgo(ids, '16 minutes');
    await endedAgo(ids.slice(0, 20), '17 minutes');
    let calls = 0;
    const files = {
      ...fixture.deps.files,
      remove: (key: string) =>
        ++calls === 100 ? Promise.reject(new Error('The file store is away.')) : fixture.deps.files.remove(key),
    };
    const failing = removeKeptFiles({ pool: fixture.pool, files }, KEPT_IMPORTS, new AbortController().signal);
    await expect(failing).rejects.toThrow('The file store is away.');
    expect(await remove()).toBe(25);
    for (const id of ids) expect(await filesOf(id)).toBe(0);
  });
});

describe('the staging tables of an import', () => {
  it.each([
    ['finished', []],
    ['cancelled', []],
    ['failed', ['', '_0', '_1', '_present']],
  ])('whose clean-up was lost when it had %s: %j stay', async (state, left) => {
    const id = await createImport();
    await stageImport(id, { perform });
    await perform('recordImportState', { importId: id, state, errorMessage: null });
    await endedAgo([id], '14 minutes');
    await remove();
    expect(await fixture.stagingTables(id)).toHaveLength(4);
    await endedAgo([id], '16 minutes');
    await remove();
    expect(await fixture.stagingTables(id)).toEqual(left.map((suffix) => `import_${id}${suffix}`));
  });
});

describe('what others keep', () => {
  it('stays: of dry runs, of failed and of unfinished imports', async () => {
    const dryRun = await finishedImport({ dry_run: true });
    const failed = await createImport();
    await stageImport(failed, { perform });
    await perform('recordImportState', { importId: failed, state: 'failed', errorMessage: 'It broke.' });
    await perform('cleanUpImport', { importId: failed });
    const unfinished = await createImport();
    await endedAgo([dryRun, failed], '20 minutes');
    expect(await remove(false)).toBe(0);
    for (const id of [dryRun, failed, unfinished]) expect(await filesOf(id)).toBe(2);
  });

  it('is nothing after a cancel', async () => {
    const id = await createImport();
    await perform('recordImportState', { importId: id, state: 'cancelled', errorMessage: null });
    await perform('cleanUpImport', { importId: id });
    expect(await filesOf(id)).toBe(0);
  });
});
