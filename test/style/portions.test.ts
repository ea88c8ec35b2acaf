import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Rooms of an import's work. A portion of it is a range of the source, a chunk of the keys, or a slice of either that is done in one go.
 * A block is bytes, a part is of a log (its column), and a batch is the tasks between two checkpoints of a machine.
 */
const ROOMS = [
  'engine/activities/subscriber-import',
  'engine/csv',
  'engine/db/imports',
  'test/bench',
  'test/simulation',
];

/** Other words for a portion: alone, or within a name such as `EncodedBatch`. */
const OTHERS = /\b(?:batch(?:es)?|portions?|pieces|lots?|stripes?)\b|Batch|\bbatch[A-Z]|BATCH|Portion|Piece[A-Z]/;

/** Functions that read of two things: the name says which. */
const READERS = /^export (?:async )?function\*? (read(?:Import|Range|Export|Unended|Source|Row|Job))\(/gm;

describe('a portion of the work of an import', () => {
  it('is a range, a chunk or a slice', () => {
    const found = filesOf(ROOMS).flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, i) => (OTHERS.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });

  it('and what else is read have readers of one name each', () => {
    const places = new Map<string, string[]>();
    for (const file of filesOf(['api', 'engine', 'machines', 'workflows'])) {
      for (const [, name = ''] of textOf(file).matchAll(READERS)) places.set(name, [...(places.get(name) ?? []), file]);
    }
    expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
  });
});

function filesOf(rooms: readonly string[]): string[] {
  const paths = rooms.map((room) => `${room}/**/*.ts`).concat(rooms.map((room) => `${room}/*.ts`));
  return execFileSync('git', ['ls-files', '-z', ...paths], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '');
}

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
