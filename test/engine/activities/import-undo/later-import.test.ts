import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { importFile, stageImport, undisturbed } from '../pipeline.ts';
import { createUndo, undo } from './perform-undo.ts';

const ROWS = Array.from({ length: 12 }, (_, n) => `p${n}@x.io\n`);
const NOTING_NOTHING = { undo: false };

let fixture: ImportFixture;
let list: TestList;
let importId: number;

describe('an undo of which one slice is undone', () => {
  let undoId: number;
  beforeAll(async () => {
    fixture = await createImportFixture();
  });
  beforeEach(async () => {
    list = await fixture.createList();
    ({ id: importId } = await importFile(fixture, list, ROWS.join('')));
    undoId = await createUndo(fixture, importId, false);
    expect(await undo(fixture, undoId, 1)).toBe(true);
  });
  afterAll(() => fixture.close());

  it('continues when a later import has merged with before-images', async () => {
    await importFile(fixture, list, 'p0@x.io\n');
    expect(await undo(fixture, undoId, 100)).toBe(false);
    expect((await fixture.readSubscribers(list.id)).map(({ key }) => key)).toEqual(['p0@x.io']);
  });

  it('is refused when a later import has merged without before-images', async () => {
    const { id } = await importFile(fixture, list, 'p0@x.io\n', NOTING_NOTHING);
    await expectRefused(undoId, id);
  });

  it('is refused when one has merged without before-images that has not ended', async () => {
    const id = await fixture.createImport(list, 'p0@x.io\n', NOTING_NOTHING);
    const perform = undisturbed(fixture.deps);
    const { chunks } = await stageImport(id, { perform });
    for (let number = 0; number < chunks; number++) await perform('mergeChunk', { importId: id, number });
    await expectRefused(undoId, id);
  });

  it('is not refused before such an import has merged', async () => {
    const id = await fixture.createImport(list, 'p0@x.io\n', NOTING_NOTHING);
    await stageImport(id, { perform: undisturbed(fixture.deps) });
    expect(await undo(fixture, undoId, 100)).toBe(false);
    expect(await fixture.readSubscribers(list.id)).toEqual([]);
  });
});

/** Expects that the next slice is refused and leaves the list as it is. */
async function expectRefused(undoId: number, laterId: number): Promise<void> {
  const before = await fixture.readSubscribers(list.id);
  await expect(undo(fixture, undoId, 1)).rejects.toMatchObject({
    type: 'UndoImpossible',
    message: `Import ${laterId} of the list came later and kept no complete before-images: which subscribers are its own is not known.`,
  });
  expect(await fixture.readSubscribers(list.id)).toEqual(before);
}
