import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../support/import-fixture.ts';
import type { ImportFixture } from '../support/import-fixture.ts';
import { analyzeFile, NAME } from './support/file-cases.ts';

describe('a column of texts', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  const analyze = async (lines: readonly string[]) =>
    analyzeFile(await fixture.createList({ fields: [NAME, NOTES] }), Buffer.from(`${lines.join('\n')}\n`), {
      fields: [NAME, NOTES],
    });
  const consentOf = ({ notices }: Awaited<ReturnType<typeof analyze>>) =>
    notices.filter(({ code }) => code === 'consent_column');

  it('that speak of leaving waits for a decision, whether the list has a field for it or not', async () => {
    for (const name of ['Notes', 'Remarks']) {
      const analysis = await analyze([
        `email;Name;${name}`,
        'ann@x.example;Ann;met at the fair',
        'bob@x.example;Bob;asked us in May, do not email',
      ]);
      expect(analysis.isUndecided).toBe(true);
      expect(consentOf(analysis)).toEqual([
        {
          code: 'consent_column',
          message:
            `Column 3 "${name}" has texts that speak of leaving, such as "asked us in May, do not email", and sets no status. ` +
            'Give these people a status in a column of its own, take them out of the file, or say what each column feeds (column_mapping).',
          columns: [3],
          rows: [2],
          count: 1,
        },
      ]);
    }
  });

  it('of tags is one', async () => {
    const analysis = await analyze(['email;Tags', 'ann@x.example;vip', 'bob@x.example;"vip,opted-out"']);
    expect(consentOf(analysis)).toMatchObject([{ columns: [2], rows: [2] }]);
  });

  it('says nothing new where the status of its people says the same', async () => {
    const analysis = await analyze([
      'email;Status;Notes',
      'ann@x.example;subscribed;',
      'bob@x.example;unsubscribed;has unsubscribed',
    ]);
    expect(analysis).toMatchObject({ isUndecided: false, mapping: ['email', 'status', 'Notes'] });
    expect(consentOf(analysis)).toEqual([]);
  });

  it.each([
    ['Unsubscribe link', 'https://x.example/unsubscribe?u=1'],
    ['Last page', 'https://x.example/opt-out'],
    ['SMS notes', 'unsubscribed from texts'],
    ['Contact', 'unsubscribe@x.example'],
  ])('is none that is named %s and has "%s"', async (name, cell) => {
    const analysis = await analyze([`email;${name}`, `ann@x.example;${cell}`, `bob@x.example;${cell}`]);
    expect(consentOf(analysis)).toEqual([]);
  });
});

const NOTES = { name: 'Notes', fieldType: 'text' } as const;
