import type { Attack } from '../attack.ts';
import type { Hostile } from '../hostile/hostile.ts';

/** Columns times fields, and rows that are slow to judge: an analysis compares the columns of a file with the fields of a list. */
export const wideAnalyses: Attack = {
  name: 'wide-analyses',
  title:
    'analyses and automatic mappings of 2,000 columns for a list of 999 fields, with and without saved rules for most of them, and of 1 MB of short rows, dates or bad values, by 12 callers at the same time',
  play: async ({ call, create, finishImports, random, size }) => {
    const listId = await create('/mailing_lists', { mailing_list: { name: 'Wide' } });
    await createFields(call, listId, size === 'full' ? 999 : 50);
    const path = `/mailing_lists/${listId}/subscriber_imports`;
    const column_rule_set = await create('/column_rule_sets', { column_rule_set: { name: 'Wide', columns: SAVED } });
    const callers = Array.from({ length: size === 'full' ? 12 : 4 }, async () => {
      const contents = [random.shuffled(CONTENTS), random.shuffled(CONTENTS)].flat();
      for (const content of size === 'full' ? contents : contents.slice(0, 2)) {
        const file_source = { type: 'json', content };
        for (const saved of [{}, { column_rule_set }]) {
          await call('POST', `${path}/analyze`, { subscriber_import: { ...saved, file_source } });
        }
      }
    });
    await Promise.all(callers);
    const ids = CONTENTS.map((content) => {
      const file_source = { type: 'json', content };
      return create(path, { subscriber_import: { column_mapping: 'auto', dry_run: true, file_source } });
    });
    await finishImports(await Promise.all(ids), size === 'full' ? 30_000 : 5_000);
  },
};

const COLUMNS = 2_000;
const BYTES = 1_000_000;

const line = (first: string, cell: (column: number) => string) =>
  `${first},${Array.from({ length: COLUMNS - 1 }, (_, n) => cell(n)).join(',')}\n`;
const filled = (header: string, row: string) => header + row.repeat(Math.floor(BYTES / row.length));

const CONTENTS = [
  line('email', (n) => `c${n}x`) + line('a@example.com', () => ''),
  filled(
    line('email', (n) => `Field ${n}`),
    line('a@example.com', () => 'x'),
  ),
  filled(
    line('email', (n) => `Field ${n % 10}`),
    line('a@example.com', () => '99/99/2020'),
  ),
  filled('email\n', '1\n'),
  filled('email,Field 1\n', 'a@b.co,1-1-2020\n'),
];

/** Rules for so many fields that their set is about as large as it may be. */
const SAVED = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`Field ${n}`, { decimal_mark: ',' }] as const));

async function createFields(call: Hostile['call'], listId: number, count: number): Promise<void> {
  const types = ['number', 'date', 'text'];
  for (let from = 0; from < count; from += CONCURRENT) {
    const some = Array.from({ length: Math.min(CONCURRENT, count - from) }, (_, n) =>
      call('POST', `/mailing_lists/${listId}/custom_fields`, {
        custom_field: { name: `Field ${from + n}`, field_type: types[(from + n) % types.length] },
      }),
    );
    await Promise.all(some);
  }
}
const CONCURRENT = 8;
