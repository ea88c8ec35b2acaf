import type { Attack } from '../attack.ts';
import { importServed } from '../hostile/import-served.ts';

const MEBIBYTE = 1024 * 1024;

/** Content that each file repeats from its first byte to its last. */
const CONTENTS: Readonly<Record<string, string>> = {
  'one-line': 'x',
  quotes: '"',
  'open-quote': '"x\n',
  'curly-marks': '“',
  carets: '^',
  separators: ',',
  nuls: '\0',
  'line-breaks': '\n',
  'short-rows': 'x\n',
};

/** Rows whose quotes are none of CSV, and names with separators before addresses: each row is rewritten before it is read. */
const ROWS: Readonly<Record<string, string>> = {
  'rows-in-quotes': '"a@example.com,""x"",1"\n',
  'open-rows-in-quotes': '"a@example.com,""x"",1\n',
  'curly-quotes': '“a@example.com”,“x”,„1“\n',
  'open-curly-quotes': '“a@example.com,“x,„1\n',
  'names-with-commas': 'Lee, Ann <a@example.com>,x,1\n',
  'open-brackets': 'Lee, Ann <a@example.com,<x,<1\n',
};

/** Files of the largest size that is downloaded, each of one thing only. */
export const oddFiles: Attack = {
  name: 'odd-files',
  title:
    'files of 200 MB of one line, quotes, carets, separators, NULs, line breaks or bad rows, and of 12 MB of rows in quotes, curly quotes or names with commas, three at a time',
  play: async (hostile) => {
    const isFull = hostile.size === 'full';
    const blocks = isFull ? 200 : 2;
    // Still more than a row or a quoted field may have, and than a range.
    const blockBytes = isFull ? MEBIBYTE : (5 * MEBIBYTE) / 8;
    // A MiB has half a million of them, which fail one by one.
    const shortRows = isFull ? MEBIBYTE : MEBIBYTE / 16;
    const files = Object.entries(CONTENTS).map(([name, content]) => ({
      ...{ name, blocks, block: Buffer.alloc(name === 'short-rows' ? shortRows : blockBytes, content) },
    }));
    const block = (row: string) => Buffer.from(row.repeat(Math.floor(MEBIBYTE / 16 / row.length)));
    const rows = Object.entries(ROWS).map(([name, row]) => ({ name, blocks, block: block(row) }));
    await importServed(hostile, [...files, ...rows], isFull ? 45_000 : 15_000);
  },
};
