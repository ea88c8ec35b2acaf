import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ROOMS = ['api', 'engine', 'machines', 'workflows'];

describe('files that import each other', () => {
  it('make no circle, types included (the linter sees those of values only)', () => {
    const imports = new Map(ROOMS.flatMap(sourcesBelow).map((file) => [file, importsOf(file)]));
    expect(imports.size).toBeGreaterThan(400);
    expect(circleIn(imports)).toEqual([]);
  });

  it('are found when they do', () => {
    const imports = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', []],
      ['d', ['b']],
    ]);
    expect(circleIn(imports)).toEqual(['b', 'd', 'b']);
  });
});

/** The files of the first circle, which begins and ends with the same one; empty when there is none. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const isClear = new Set<string>();
  const follow = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (isClear.has(file)) return [];
    for (const next of imports.get(file) ?? []) {
      const circle = follow(next, [...path, file]);
      if (circle.length > 0) return circle;
    }
    isClear.add(file);
    return [];
  };
  for (const file of imports.keys()) {
    const circle = follow(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/^(?:import|export|\} from)\b[^;]*?'(\.{1,2}\/[^']+)'/gm)].map(([, path = '']) =>
    posix.join(posix.dirname(file), path),
  );
}

function sourcesBelow(room: string): string[] {
  return readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|js)$/.test(name))
    .map((name) => `${room}/${name}`);
}
