import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createAnalysisThreads } from '../../../engine/analysis/analysis-threads.ts';
import { analyzeSource } from '../../../engine/analysis/analyze-source.ts';
import type { AnalysisContext } from '../../../engine/analysis/analyze-source.ts';
import { DEFAULTS } from '../../support/import-options.ts';

const context: AnalysisContext = {
  plan: {
    options: DEFAULTS,
    list: { hasFormat: true, hasConfirmed: false, primaryKeyFieldId: null },
    fields: [{ id: 1, name: 'City', fieldType: 'text', required: false, attributes: {}, options: [] }],
    timeZone: 'UTC',
  },
  ...{ entries: ['City', 'email'], lastMapping: null, sentFormat: {} },
};
const headOf = (text: string) => ({ bytes: Buffer.from(text), isWhole: true, totalBytes: Buffer.byteLength(text) });
const FILES = [
  'E-Mail;Ort\nann@example.com;Rome\n',
  `email,City\n${'ann@example.com,"Paris, Texas"\n'.repeat(30_000)}`,
  'Home,Work\na@example.com,a@example.org\nx\n',
  '',
];
const REFUSED = {
  code: 'validation_failed',
  message: expect.stringMatching(/^file_source: .*: send the column_mapping/),
};
const FAULTY = fileURLToPath(new URL('./stubborn-thread.ts', import.meta.url));

describe('an analysis in a thread', () => {
  it.each([
    ['a thread that is kept', undefined],
    ['a thread of its own', 0],
  ])('is the one that analyzeSource makes: in %s', async (_, idleMs) => {
    const threads = createAnalysisThreads({ ...(idleMs !== undefined && { idleMs }) });
    for (let time = 0; time < 2; time++) {
      const analyses = await Promise.all(FILES.map((text) => threads.analyze(headOf(text), context)));
      expect(analyses).toEqual(FILES.map((text) => analyzeSource(headOf(text), context)));
    }
    await threads.close();
  });

  it('fails when the threads are closed', async () => {
    const threads = createAnalysisThreads({ file: FAULTY });
    await threads.analyze(headOf('email\n'), context);
    const analysis = threads.analyze(headOf('hang'), context);
    // The thread was idle, and has the source by now.
    await threads.close();
    await expect(analysis).rejects.toThrow('The thread that analyzed a source has ended.');
  });
});

describe('an analysis with a fault', () => {
  const threads = createAnalysisThreads({ file: FAULTY });
  const hurried = createAnalysisThreads({ file: FAULTY, limitMs: 500 });
  afterAll(() => Promise.all([threads.close(), hurried.close()]));

  it.each([
    ['takes too long', hurried, 'hang', REFUSED],
    ['takes too much memory', threads, 'grow', { ...REFUSED, cause: { code: 'ERR_WORKER_OUT_OF_MEMORY' } }],
    ['throws', threads, 'fail', { message: 'An analysis failed: The rule is broken.' }],
  ])('that %s fails alone', async (_, pool, text, error) => {
    await expect(pool.analyze(headOf(text), context)).rejects.toMatchObject(error);
    const next = await threads.analyze(headOf('email\nann@example.com\n'), context);
    expect(next.mapping).toEqual(['email']);
  });
});
