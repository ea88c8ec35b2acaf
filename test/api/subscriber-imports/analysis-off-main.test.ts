import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import type { ReadSource } from '../../../api/plugins/app/analyses.ts';
import { DEFAULTS } from '../../support/import-options.ts';
import { build } from '../support/build.ts';

/** A source whose analysis takes a processor some tenths of a second. */
function largeSource(): ReadSource {
  const bytes = Buffer.from(`email,City\n${'ann@example.com,Rome\n'.repeat(50_000)}`);
  return {
    head: { bytes, isWhole: true, totalBytes: bytes.length },
    context: {
      plan: {
        options: DEFAULTS,
        list: { hasFormat: true, hasConfirmed: false, primaryKeyFieldId: null },
        fields: [],
        timeZone: 'UTC',
      },
      ...{ entries: ['email'], lastMapping: null, sentFormat: {} },
    },
  };
}

it('the main thread of the API is idle for most of the time in which sources are analyzed', async () => {
  const { app } = await build();
  // The first one starts the thread.
  await app.analyze(1, () => Promise.resolve(largeSource()));
  const sources = Array.from({ length: 4 }, largeSource);
  const before = performance.eventLoopUtilization();
  for (const source of sources) await app.analyze(1, () => Promise.resolve(source));
  const { utilization } = performance.eventLoopUtilization(before);
  // On the main thread it is 1: an analysis returns to the event loop when it is done.
  expect(utilization).toBeLessThan(0.5);
});
