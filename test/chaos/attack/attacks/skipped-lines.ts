import { EXTENSION_BOUNDS } from '../../../../engine/domain/extension-bounds.ts';
import type { Attack } from '../attack.ts';
import { importServed } from '../hostile/import-served.ts';
import type { ServedFile } from '../hostile/import-served.ts';

const MEBIBYTE = 1024 * 1024;
const MOST_LINES = EXTENSION_BOUNDS.skippedLines.max;

/** Lines above the header: where a table begins is looked for before anything of it is read. */
export const skippedLines: Attack = {
  name: 'skipped-lines',
  title:
    'imports and analyses that skip 100 lines, of files of up to 200 MB whose lines are too long, too many, too few or inside quotes, and numbers of lines that are none',
  play: async (hostile) => {
    const { call, listId, size } = hostile;
    const path = `/mailing_lists/${listId}/subscriber_imports`;
    const contents = [
      'x'.repeat(1_000_000),
      '\n'.repeat(1_000_000),
      `${'"\n'.repeat(500_000)}`,
      'sep=;\n'.repeat(150_000),
    ];
    for (const content of contents) {
      for (const skip_lines of [1, MOST_LINES]) {
        const subscriber_import = { file_source: { type: 'json', content }, file_format: { skip_lines } };
        await call('POST', `${path}/analyze`, { subscriber_import });
      }
    }
    for (const skip_lines of NO_NUMBERS) {
      const file_source = { type: 'json', content: 'email\na@example.com\n' };
      await call('POST', path, {
        subscriber_import: { file_source, column_mapping: ['email'], file_format: { skip_lines } },
      });
    }
    // With the table below them, the lines are just within the largest file.
    await importServed(hostile, filesOf(size === 'full' ? 199 : 2), size === 'full' ? 45_000 : 15_000);
  },
};

const NO_NUMBERS = [MOST_LINES + 1, -1, 0.5, 1e300, 2 ** 53, '100', [1], {}, true];

const TABLE = Buffer.from('email,city,score\nskipped@example.com,Rome,1\n');

function filesOf(mebibytes: number): ServedFile[] {
  const settings = { file_format: { skip_lines: MOST_LINES } };
  const lines = (bytes: number) => Buffer.from(`${'x'.repeat(bytes - 1)}\n`);
  const file = (name: string, block: Buffer, blocks: number): ServedFile => ({
    ...{ name, block, blocks, end: TABLE, settings },
  });
  return [
    file('one-line', Buffer.alloc(MEBIBYTE, 'x'), mebibytes),
    file('long-lines', lines(MEBIBYTE), mebibytes),
    // Just within the first 64 KiB, just beyond them, and beyond the first block that is scanned.
    file('lines-of-600', lines(600), MOST_LINES),
    file('lines-of-700', lines(700), MOST_LINES),
    file('lines-of-3000', lines(3_000), MOST_LINES),
    file('few-lines', lines(10), MOST_LINES / 2),
    file('line-breaks', Buffer.alloc(MEBIBYTE, '\n'), mebibytes),
    file('open-quotes', Buffer.alloc(MEBIBYTE / 16, '"x\n'), mebibytes),
    file('carriage-returns', Buffer.alloc(MEBIBYTE / 16, 'x\r'), mebibytes),
  ];
}
