import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The modules that a file loads when it runs, its own imports' imports included: paths of ours and names of packages. */
export function runtimeImports(path: string, seen = new Set<string>()): Set<string> {
  for (const [, from, bare] of readSource(path).matchAll(IMPORT)) {
    const name = from ?? bare ?? '';
    const target = name.startsWith('.') ? relative(ROOT, join(ROOT, dirname(path), name)) : name;
    if (seen.has(target)) continue;
    seen.add(target);
    if (name.startsWith('.') && name.endsWith('.ts')) runtimeImports(target, seen);
  }
  return seen;
}

/** The text of a file of the project. */
function readSource(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const IMPORT = /^(?:import|export) (?!type )[^;]*? from '([^']+)';$|^import '([^']+)';$/gm;
