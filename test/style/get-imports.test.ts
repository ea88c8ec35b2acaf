import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSource, runtimeImports } from '../support/runtime-imports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('a route that only reads', () => {
  const reading = routes().filter((path) => {
    const text = readSource(path);
    return /\bapp\.get\b/.test(text) && !/\bapp\.(?:post|put|delete)\b/.test(text);
  });

  it.each(reading)('loads no machine: %s', (path) => {
    const loaded = [...runtimeImports(path)].filter((name) => name === 'xstate' || name.startsWith('machines/'));
    expect(loaded).toEqual([]);
  });
});

function routes(): string[] {
  return readdirSync(join(ROOT, 'api'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('/routes/') && name.endsWith('.ts'))
    .map((name) => `api/${name}`);
}
