import type { Attack } from '../attack.ts';
import { importServed } from '../hostile/import-served.ts';

const MEBIBYTE = 1024 * 1024;

/** Content that each file repeats from its first byte to its last. */
const CONTENTS: Readonly<Record<string, string>> = {
  'one-line': 'x',
  quotes: '"',
  'open-quote': '"x\n',
  separators: ',',
  nuls: '\0',
  'line-breaks': '\n',
  'short-rows': 'x\n',
};

/** Files of the largest size that is downloaded, each of one thing only. */
export const oddFiles: Attack = {
  name: 'odd-files',
  title: 'files of 200 MB of one line, quotes, separators, NULs, line breaks or bad rows, three at a time',
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
    await importServed(hostile, files, isFull ? 45_000 : 15_000);
  },
};
