import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDocument } from './support/run-document.ts';
import type { RunDocument } from './support/run-document.ts';

const LIMIT = 240_000;

describe('docs/walk-through.md', () => {
  let run: RunDocument;
  beforeAll(async () => {
    run = await runDocument('docs/walk-through.md', ({ dataDir, port, ftpPort, filePort }) => ({
      'DATA_DIR=.walk': `DATA_DIR=${dataDir}`,
      'http://127.0.0.1:8080/': `http://127.0.0.1:${port}/`,
      'ftp://127.0.0.1:2121/': `ftp://127.0.0.1:${ftpPort}/`,
      'http://127.0.0.1:8090/': `http://127.0.0.1:${filePort}/`,
      'listen(8090)': `listen(${filePort})`,
    }));
  }, LIMIT);
  afterAll(() => run.end());

  it('has a step for each part of the API', () => {
    expect(run.steps.length).toBeGreaterThan(20);
    expect(run.answers).toHaveLength(run.steps.length);
  });

  it('shows what its commands answer, step by step', () => {
    const said = run.steps.map(({ commands }, at) => ({ commands, answers: run.answers[at] }));
    expect(said).toEqual(
      run.steps.map(({ commands, answers }) => ({ commands, answers: answers.map(({ matches }) => matches) })),
    );
  });
});
