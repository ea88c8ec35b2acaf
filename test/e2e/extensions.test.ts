import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDocument } from './support/run-document.ts';
import type { RunDocument } from './support/run-document.ts';

const LIMIT = 240_000;

describe('docs/extensions.md', () => {
  let run: RunDocument;
  beforeAll(async () => {
    run = await runDocument('docs/extensions.md', ({ dataDir, port, filePort }) => ({
      'DATA_DIR=.extensions': `DATA_DIR=${dataDir}`,
      'http://127.0.0.1:8080/': `http://127.0.0.1:${port}/`,
      '8090': String(filePort),
    }));
  }, LIMIT);
  afterAll(() => run.end());

  it('shows what its commands answer, step by step', () => {
    const said = run.steps.map(({ commands }, at) => ({ commands, answers: run.answers[at] }));
    expect(said.length).toBeGreaterThan(1);
    expect(said).toEqual(
      run.steps.map(({ commands, answers }) => ({ commands, answers: answers.map(({ matches }) => matches) })),
    );
  });
});
