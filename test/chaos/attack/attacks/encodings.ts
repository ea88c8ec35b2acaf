import { UTF8_TWICE } from '../../../../engine/domain/character-sets.ts';
import type { Size } from '../../world/world.ts';
import type { Attack } from '../attack.ts';
import { importServed } from '../hostile/import-served.ts';
import type { ServedFile } from '../hostile/import-served.ts';

const MEBIBYTE = 1024 * 1024;

/** Texts that are decoded before they are read. */
export const encodings: Attack = {
  name: 'encodings',
  title:
    'files of 100 MB of one line in UTF-16, GBK and UTF-8 that was encoded twice, files in twelve encodings of 300,000 rows with bytes that have no meaning, analyses that guess what random bytes are, and labels of no encoding',
  play: async (hostile) => {
    const { call, listId, random, size } = hostile;
    const path = `/mailing_lists/${listId}/subscriber_imports`;
    for (const character_set of NO_LABELS) {
      const file_source = { type: 'json', content: 'email\na@example.com\n' };
      const subscriber_import = { file_source, column_mapping: ['email'], file_format: { character_set } };
      await call('POST', path, { subscriber_import });
      await call('POST', `${path}/analyze`, { subscriber_import });
    }
    const guessed = Array.from({ length: size === 'full' ? 24 : 4 }, async (_, n) => {
      const odd = Buffer.from(Array.from({ length: 4_096 }, () => random.int(n % 2 === 0 ? 0 : 128, 255)));
      const filename = `odd-${n}.csv`;
      const file_source = await hostile.upload(filename, Buffer.concat(Array.from({ length: 250 }, () => odd)));
      await call('POST', `${path}/analyze`, { subscriber_import: { file_source } });
    });
    await Promise.all(guessed);
    await importServed(hostile, filesOf(size), size === 'full' ? 30_000 : 15_000);
  },
};

const NO_LABELS = [
  ...['', 'utf-7', 'replacement', 'iso-2022-kr', 'hz-gb-2312', 'UTF-32', 'unicode', 'binary', 'base64', 'latin1\0'],
  ...['__proto__', 'constructor', 'utf-8;drop table', ' \t\n', '\ud800', 'x'.repeat(60_000), 'utf-8'.repeat(10_000)],
  ...[0, [], ['utf-8'], {}, true],
];

/** Encodings, and bytes that are repeated in files of them. */
const BYTES: readonly (readonly [characterSet: string, bytes: string])[] = [
  // Halves of surrogate pairs, the wrong one first; line feeds of half a unit.
  ['UTF-16LE', '\x00\xdc\x00\xd8\n\x00'],
  ['UTF-16BE', '\x00\n\xd8\x00\x0a\x0a'],
  // First bytes of two whose second one is a line feed, a separator or an enclosure.
  ['GBK', '\x81\n\x81,\x81"'],
  ['Shift_JIS', '\x83\x5c\x83\n\x81"'],
  ['Big5', '\x87\x40\xf9\n'],
  ['EUC-KR', '\xc8\n\xb0,'],
  ['EUC-JP', '\x8f\xa1\n\x8e,'],
  // Three of four bytes.
  ['gb18030', '\x81\x30\x81\n'],
  // Changes of the state, one after the other, and never back.
  ['ISO-2022-JP', '\x1b$B\x1b(J\x1b$@!'],
  ['ISO-8859-16', '\xa1\xff,\n'],
  ['ISO-8859-15', '\xa4\xa6\xbe,\n'],
  // Letters that were encoded twice or more often, and halves of them.
  [UTF8_TWICE, '\xc3\x83\xc6\x92\xc3\x82\xc2\xbc,\n'],
];

function filesOf(size: Size): ServedFile[] {
  // A MiB has 300,000 rows, which fail one by one.
  const rowBytes = size === 'full' ? MEBIBYTE : MEBIBYTE / 16;
  // More than a line may have that is decoded as a whole.
  const lineBlocks = size === 'full' ? 100 : 2;
  const repeated = BYTES.map(([character_set, bytes]): ServedFile => {
    const block = Buffer.alloc(bytes.length * Math.floor(rowBytes / bytes.length), bytes, 'latin1');
    return {
      name: character_set,
      block,
      blocks: 1,
      settings: { file_format: { character_set } },
    };
  });
  const letters = { 'UTF-16LE': 'x\0', GBK: '\xc4\xe3', [UTF8_TWICE]: '\xc3\x83\xc2\xbc' };
  const lines = Object.entries(letters).map(([character_set, letter]): ServedFile => {
    const block = Buffer.alloc(MEBIBYTE, letter, 'latin1');
    return {
      name: `line-${character_set}`,
      block,
      blocks: lineBlocks,
      settings: { file_format: { character_set } },
    };
  });
  return [...lines, ...repeated];
}
