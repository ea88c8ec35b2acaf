import { describe, expect, it } from 'vitest';
import { SCAN, merged, staged, startImport, startMerging } from './support.ts';
import type { RunningImport } from './support.ts';

describe('a subscriber import restored from its stored snapshot', () => {
  it('goes on from a checkpoint to its end', async () => {
    const first = await startMerging({ chunks: 33 });
    for (let number = 0; number < 32; number++) first.send(merged(number));
    await first.done('mergeChunks');
    const second = restore(first);
    second.send({ type: 'PROCEED' }, merged(3), merged(32));
    await second.done('mergeChunks');
    expect(second.view()).toMatchObject({
      state: 'finished',
      counters: { added: 33 * 5 },
      progress: { chunks: [33, 33] },
    });
  });

  it('remembers where it was paused', async () => {
    const first = startImport();
    await first.done('scan', SCAN);
    first.send(staged(0), { type: 'PAUSE' });
    const second = restore(first);
    second.send({ type: 'UNPAUSE' });
    expect(second.work()).toMatchObject({ name: 'stageRanges', input: { numbers: [1] } });
  });

  it('starts the work again that was under way', async () => {
    const first = await startMerging();
    first.send(merged(0));
    const second = restore(first);
    expect(second.work()?.name).toBe('mergeChunks');
    second.send(merged(0), merged(1));
    await second.done('mergeChunks');
    expect(second.view()).toMatchObject({ state: 'finished', records_imported: 10 });
  });

  it('is as over as it was', () => {
    const first = startImport();
    first.send({ type: 'CANCEL' });
    const second = restore(first);
    second.send({ type: 'UNPAUSE' });
    expect([second.view().state, second.work()]).toEqual(['cancelled', null]);
  });
});

function restore(job: RunningImport): RunningImport {
  const persisted = job.actor.getPersistedSnapshot();
  return startImport({}, JSON.parse(JSON.stringify(persisted)) as typeof persisted);
}
