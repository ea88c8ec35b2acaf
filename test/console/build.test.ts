import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compileConsole } from '../../build/console.js';

const MAX_BYTES = 110_000;

it('each page of the console loads less than 110 kB of scripts, compressed, when it is the first one', async () => {
  const { outputs } = await compileConsole();
  const names = Object.keys(outputs).filter((name) => name.endsWith('.js'));
  const main = names.find((name) => /^main-\w+\.js$/.test(name)) ?? '';
  const pages = [...(outputs[main] ?? '').matchAll(/import\(`\.\/([\w-]+\.js)`\)\.then\(\w+=>\w+\.(\w+Page)\)/g)];
  expect(pages.map(([, , page]) => page)).toEqual(expect.arrayContaining(['ListsPage', 'ImportPage', 'UserPage']));
  const bytes = pages.map(([, script = '', page = '']) => {
    const loaded = importedBy([main, script], outputs);
    return [page, loaded.reduce((sum, name) => sum + gzipSync(outputs[name] ?? '', { level: 9 }).length, 0)] as const;
  });
  expect(bytes.filter(([, sum]) => sum >= MAX_BYTES)).toEqual([]);
  expect(bytes.filter(([, sum]) => sum < 10_000)).toEqual([]);
});

/** The scripts with all that they import before they run. */
function importedBy(scripts: readonly string[], outputs: Readonly<Record<string, string>>): string[] {
  const found = new Set(scripts);
  for (const name of found) {
    const imports = (outputs[name] ?? '').matchAll(/(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g);
    for (const [, imported = ''] of imports) found.add(imported);
  }
  return [...found];
}
