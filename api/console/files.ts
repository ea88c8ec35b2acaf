import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createCompileCache } from '../../engine/platform/compile-cache.ts';
import type * as compiler from '../../build/console.js';
import { isTypeScript } from '../../engine/platform/own-module.ts';

/** A file of the console, and the same compressed with gzip. */
export interface ConsoleFile {
  readonly type: string;
  readonly content: Buffer;
  readonly compressed: Buffer;
}

/** Reads the files of the console by name: those that the package was built with, or in a clone compiled from its sources. */
export async function readConsoleFiles(): Promise<ReadonlyMap<string, ConsoleFile>> {
  const texts = isTypeScript(import.meta.url) ? await compiledTexts() : await textsOf(folder('../../console'));
  const files = Object.entries(texts).map(async ([name, text]): Promise<[string, ConsoleFile]> => {
    const type = TYPES[name.slice(name.lastIndexOf('.'))];
    if (type === undefined) throw new Error(`The console has a file of an unknown type: ${name}`);
    const content = Buffer.from(text);
    return [name, { type, content, compressed: await promisify(gzip)(content, { level: 9 }) }];
  });
  return new Map(await Promise.all(files));
}

type Compiler = typeof compiler;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The sources are compiled when one of them has changed. */
async function compiledTexts(): Promise<Readonly<Record<string, string>>> {
  const cache = createCompileCache(folder('../../node_modules'), 'console');
  const kept = await cache.read();
  if (kept !== null) return textsOf(kept);
  const startedAt = Date.now();
  // The package has no compiler, so its imports do not name one.
  const { compileConsole } = (await import(folder('../../build/console.js'))) as Compiler;
  const { outputs, inputs } = await compileConsole();
  await cache.write(outputs, inputs, startedAt);
  return outputs;
}

async function textsOf(path: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(path);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(path, name), 'utf8')] as const)),
  );
}

function folder(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
