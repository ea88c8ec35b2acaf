import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, untilEnded } from '../support/imports.ts';

describe('an import of inline CSV', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.stop());

  it('adds its rows to the list', async () => {
    const list = await createList(engine, 'First', [{ name: 'City', field_type: 'text' }]);
    const id = await createImport(engine, list, 'email,City\nann@example.com,Oslo\nbob@example.com,"New\nYork"\n', {
      column_mapping: ['email', 'City'],
    });
    const detail = await untilEnded(engine, id);
    expect(detail).toMatchObject({ state: 'finished', stats: { number_of_records: 2, records_imported: 2 } });
    const { data } = await engine.call('GET', `/mailing_lists/${list}/subscribers`);
    expect(data.map((row: { email: string }) => row.email)).toEqual(['ann@example.com', 'bob@example.com']);
  });
});
