import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ColumnRule } from '../../../../engine/domain/column-rules.ts';
import type { ImportOptions } from '../../../../engine/domain/subscriber-imports.ts';
import { falseBooks } from '../../../chaos/checks/books.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { DEFAULTS } from '../../../support/import-options.ts';
import { attempt, runImport, undisturbed } from '../pipeline.ts';

let fixture: ImportFixture;
beforeAll(async () => (fixture = await createImportFixture()));
afterAll(async () => {
  expect(await falseBooks(fixture)).toEqual([]);
  await fixture.close();
});

const NAMES = ['City', 'Points'];
const NOTHING = { ...DEFAULTS.overwrite_what, custom_fields: false };

async function createList(): Promise<TestList> {
  const list = await fixture.createList({
    fields: [
      { name: 'City', fieldType: 'text' },
      { name: 'Points', fieldType: 'number' },
    ],
  });
  const valuesOf = (city: string, points?: number) => ({
    [list.fields['City'] ?? 0]: city,
    ...(points !== undefined && { [list.fields['Points'] ?? 0]: points }),
  });
  await fixture.addSubscribers(list.id, [
    { email: 'old@x.io', custom_fields: valuesOf('Bonn', 1) },
    { email: 'part@x.io', custom_fields: valuesOf('Bonn') },
  ]);
  return list;
}

/** Two subscribers, one of them without points, one new person, each twice: the first row counts. */
const FILLED = ['old@x.io,Ulm,2', 'part@x.io,Ulm,2', 'new@x.io,Ulm,2', 'old@x.io,Graz,3', 'new@x.io,Graz,3'];
const BLANK = ['old@x.io,,', 'part@x.io,,', 'new@x.io,,', 'old@x.io,Graz,3', 'new@x.io,Graz,3'];

/** Imports the rows in several chunks and, into another list, inline. @returns the values of old, part and new */
async function outcomesOf(rows: readonly string[], rule: ColumnRule, options: Partial<ImportOptions> = {}) {
  const outcomes = [];
  for (const isInline of [false, true]) {
    const list = await createList();
    const importId = await fixture.createImport(list, `${rows.join('\n')}\n`, {
      ...{ overwrite: true, column_mapping: ['email', ...NAMES] },
      column_rules: [null, rule, rule],
      ...options,
    });
    const deps = { ...fixture.deps, rangeBytes: 65_536, chunkRows: 1_000 };
    if (isInline) await attempt(deps, 'importAtOnce', { importId });
    await runImport(importId, { perform: undisturbed(isInline ? deps : fixture.deps) });
    const { counters } = await fixture.readImport(importId);
    expect(counters).toMatchObject({ added: 1, updated: 2, skipped_duplicate: 2, failed: 0 });
    const people = new Map((await fixture.readSubscribers(list.id)).map((each) => [each.email, each.custom_fields]));
    outcomes.push(
      ['old@x.io', 'part@x.io', 'new@x.io'].map((email) =>
        NAMES.map((name) => (people.get(email) as Record<string, unknown>)[list.fields[name] ?? 0] ?? null),
      ),
    );
  }
  expect(outcomes[1]).toEqual(outcomes[0]);
  return outcomes[0];
}

const KEPT = [
  ['Bonn', 1],
  ['Bonn', null],
];
const ULM = ['Ulm', 2];
const NONE = [null, null];

describe('the rule overwrite of a column', () => {
  it.each<[ColumnRule, Partial<ImportOptions>, unknown[]]>([
    [{}, {}, [ULM, ULM, ULM]],
    [{ overwrite: 'always' }, {}, [ULM, ULM, ULM]],
    [{ overwrite: 'if_blank' }, {}, [['Bonn', 1], ['Bonn', 2], ULM]],
    [{ overwrite: 'never' }, {}, [...KEPT, ULM]],
    [{}, { overwrite_what: NOTHING }, [...KEPT, ULM]],
    [{ overwrite: 'always' }, { overwrite_what: NOTHING }, [ULM, ULM, ULM]],
    [{ overwrite: 'if_blank' }, { overwrite_what: NOTHING }, [['Bonn', 1], ['Bonn', 2], ULM]],
    [{ overwrite: 'never' }, { default_custom_fields: { City: 'Linz' } }, [...KEPT, ULM]],
  ])('as %j with %j makes %j of filled cells', async (rule, options, expected) => {
    expect(await outcomesOf(FILLED, rule, options)).toEqual(expected);
  });

  it.each<[ColumnRule, Partial<ImportOptions>, unknown[]]>([
    [{}, {}, [NONE, NONE, NONE]],
    [{ blank: 'clear' }, {}, [NONE, NONE, NONE]],
    [{ blank: 'keep' }, {}, [...KEPT, NONE]],
    [{ overwrite: 'if_blank' }, {}, [...KEPT, NONE]],
    [{ overwrite: 'never' }, {}, [...KEPT, NONE]],
    [
      {},
      { default_custom_fields: { Points: 9 } },
      [
        [null, 9],
        [null, 9],
        [null, 9],
      ],
    ],
    [
      { blank: 'keep' },
      { default_custom_fields: { Points: 9 } },
      [
        ['Bonn', 1],
        ['Bonn', 9],
        [null, 9],
      ],
    ],
    [
      { invalid: 'leave_blank' },
      { default_custom_fields: { Points: 9 } },
      [
        [null, 9],
        [null, 9],
        [null, 9],
      ],
    ],
    [
      { overwrite: 'if_blank' },
      { default_custom_fields: { Points: 9 } },
      [
        ['Bonn', 1],
        ['Bonn', 9],
        [null, 9],
      ],
    ],
    [{ blank: 'keep' }, { overwrite_what: NOTHING, default_custom_fields: { Points: 9 } }, [...KEPT, [null, 9]]],
  ])('and blank as %j with %j make %j of blank cells', async (rule, options, expected) => {
    expect(await outcomesOf(BLANK, rule, options)).toEqual(expected);
  });

  it('leaves a cell that cannot be read out, and the default of its field does not replace the stored value', async () => {
    const rows = FILLED.map((row) => row.replace(/\d$/, 'many'));
    const options = { default_custom_fields: { Points: 9 } };
    expect(await outcomesOf(rows, { invalid: 'leave_blank' }, options)).toEqual([
      ['Ulm', 1],
      ['Ulm', 9],
      ['Ulm', 9],
    ]);
  });

  it('changes nothing where the import does not overwrite, and counts in a dry run what it would change', async () => {
    const list = await createList();
    const options = {
      column_mapping: ['email', ...NAMES],
      column_rules: [null, null, { overwrite: 'if_blank' } as const],
    };
    const plain = await fixture.createImport(list, FILLED.slice(0, 2).join('\n'), options);
    await runImport(plain, { perform: undisturbed(fixture.deps) });
    expect((await fixture.readImport(plain)).counters).toMatchObject({ updated: 0, skipped_overwrite: 2 });
    const dryRun = { ...options, overwrite: true, dry_run: true, overwrite_what: NOTHING };
    const dry = await fixture.createImport(list, FILLED.slice(0, 2).join('\n'), dryRun);
    await runImport(dry, { perform: undisturbed(fixture.deps) });
    const { rows } = await fixture.pool.query('select unchanged from subscriber_imports where id = $1', [dry]);
    expect(rows).toEqual([{ unchanged: 1 }]);
  });
});
