import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyPluginAsync, FastifyPluginCallback } from 'fastify';

type Plugin = FastifyPluginAsync<object> | FastifyPluginCallback<object>;

/**
 * Registers the default export of every file below a folder whose path fits, in alphabetical order, so that a new plugin or
 * route is a new file and nothing else. (@fastify/autoload refuses TypeScript under loaders it does not know.)
 */
export async function loadFolder(
  app: FastifyInstance,
  folder: string,
  options: object = {},
  path = /./,
): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => extname(name) === EXTENSION && path.test(name)).sort();
  for (const file of files) {
    const module = (await import(pathToFileURL(join(folder, file)).href)) as { readonly default?: Plugin };
    if (module.default !== undefined) await app.register(module.default, options);
  }
}

/** That of this module: TypeScript in a clone, JavaScript in the package, where declarations of types lie next to it. */
const EXTENSION = extname(new URL(import.meta.url).pathname);
