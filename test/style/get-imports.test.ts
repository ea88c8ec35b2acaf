import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const IMPORT = /^(?:import|export) (?!type )[^;]*? from '([^']+)';$|^import '([^']+)';$/gm;

describe('a route that only reads', () => {
  const reading = routes().filter((path) => {
    const text = read(path);
    return /\bapp\.get\b/.test(text) && !/\bapp\.(?:post|put|delete)\b/.test(text);
  });

  it.each(reading)('loads no machine: %s', (path) => {
    const loaded = [...runtimeImports(path)].filter((name) => name === 'xstate' || name.startsWith('machines/'));
    expect(loaded).toEqual([]);
  });
});

/** The modules that a file loads when it runs, its own imports' imports included: paths of ours and names of packages. */
function runtimeImports(path: string, seen = new Set<string>()): Set<string> {
  for (const [, from, bare] of read(path).matchAll(IMPORT)) {
    const name = from ?? bare ?? '';
    const target = name.startsWith('.') ? relative(ROOT, join(ROOT, dirname(path), name)) : name;
    if (seen.has(target)) continue;
    seen.add(target);
    if (name.startsWith('.') && name.endsWith('.ts')) runtimeImports(target, seen);
  }
  return seen;
}

function routes(): string[] {
  return readdirSync(join(ROOT, 'api'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('/routes/') && name.endsWith('.ts'))
    .map((name) => `api/${name}`);
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
