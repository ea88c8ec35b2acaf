import { BOUNDS } from '../../../../engine/domain/bounds.ts';
import type { Attack } from '../attack.ts';

/** Rules of columns, which one call sends and every cell of the file is held against. */
export const columnRules: Attack = {
  name: 'column-rules',
  title:
    'imports and analyses with rules of 64 KiB: 3,100 words for a column, rules for 2,000 columns, words that are names of JavaScript or change their length in lower case, and rules that are too many or too large',
  play: async ({ call, listId, startImport, finishImports, size }) => {
    const path = `/mailing_lists/${listId}/subscriber_imports`;
    for (const column_rules of REFUSED) {
      const file_source = { type: 'json', content: 'email,city\na@example.com,Rome\n' };
      await call('POST', path, {
        subscriber_import: { file_source, column_mapping: ['email', 'City'], column_rules },
      });
    }
    const ids: (number | null)[] = [];
    for (const { content, ...settings } of importsOf(size === 'full' ? 4_000_000 : 200_000)) {
      const file_source = { type: 'json', content };
      ids.push(await startImport(file_source, settings));
      await call('POST', `${path}/analyze`, {
        subscriber_import: {
          file_source: { ...file_source, content: content.slice(0, ANALYZED_CHARACTERS) },
          ...settings,
        },
      });
      ids.push(await startImport(file_source, { ...settings, dry_run: true }));
    }
    await finishImports(ids, size === 'full' ? 60_000 : 15_000);
  },
};

const ANALYZED_CHARACTERS = 1_000_000;
const COLUMNS = BOUNDS.importColumns.max;
const RULE_BYTES = BOUNDS.columnRules.max;

const wordsOf = (count: number, wordOf: (n: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [wordOf(n), `v${n}`]));

const wordOf = (n: number) => `word${String(n).padStart(6, '0')}`;
/** As many words as the bound allows, of ten characters. */
const WORDS = Math.floor((RULE_BYTES - 100) / '"word000000":"v0000",'.length);

/** The letter before `i` is one character in upper case, and two in lower case. */
const ODD_WORDS = ['toString', 'valueOf', 'hasOwnProperty', '\u0130'.repeat(255), ' \t '];

const REFUSED: readonly unknown[] = [
  [null, { values: wordsOf(WORDS + 500, wordOf) }],
  Array.from({ length: COLUMNS + 1 }, () => ({})),
  [null, { values: { x: 'x'.repeat(60_000) } }],
  [null, { values: { ['x'.repeat(60_000)]: 'x', ['X'.repeat(60_000)]: 'y' } }],
  [
    null,
    {
      values: Object.fromEntries([
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ]),
    },
  ],
  [null, { values: { '\ud800': '\udc00' } }],
  [null, { separator: '' }],
  [null, { separator: ','.repeat(11) }],
  [{ invalid: 'leave_blank' }, { values: [] }],
  [null, { date_format: 'ymd', decimal_mark: ';', blank: 1, overwrite: null }],
  [[], [[[]]]],
  'rules',
];

interface RuledImport {
  readonly content: string;
  readonly column_mapping: readonly string[];
  readonly column_rules: readonly unknown[];
}

function importsOf(bytes: number): RuledImport[] {
  const table = (header: string, rowOf: (n: number) => string) => {
    const row = rowOf(0).length + 8;
    return header + Array.from({ length: Math.floor(bytes / row) }, (_, n) => rowOf(n)).join('');
  };
  const words = wordsOf(WORDS, wordOf);
  const wide = Array.from({ length: COLUMNS - 1 }, () => '');
  return [
    {
      content: table('email,city,score\n', (n) => `w${n}@example.com,${wordOf(n % WORDS).toUpperCase()},${n}\n`),
      column_mapping: ['email', 'City', 'Score'],
      column_rules: [null, { values: words }, { decimal_mark: ',', invalid: 'leave_blank', blank: 'keep' }],
    },
    {
      content: table('email,city,score\n', (n) => `o${n}@example.com,${ODD_WORDS[n % ODD_WORDS.length]},x\n`),
      column_mapping: ['email', 'City', 'Score'],
      column_rules: [
        null,
        { values: wordsOf(ODD_WORDS.length, (n) => ODD_WORDS[n] ?? '') },
        { invalid: 'leave_blank' },
      ],
    },
    {
      content: table(`email${',c'.repeat(COLUMNS - 1)}\n`, (n) => `c${n}@example.com${',a'.repeat(COLUMNS - 1)}\n`),
      column_mapping: ['email', ...wide],
      column_rules: [null, ...wide.map(() => ({ values: { a: 'b', '': 'c' } }))],
    },
  ];
}
