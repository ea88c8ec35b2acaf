import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Path of a module of this project, given without its extension and relative to the module at the URL `from`. Modules are
 * TypeScript in a clone and JavaScript in the package.
 */
export function modulePath(path: string, from: string): string {
  return fileURLToPath(new URL(`${path}${extname(new URL(from).pathname)}`, from));
}

/** Whether the module at this URL is TypeScript, which only a clone has. */
export function isTypeScript(url: string): boolean {
  return extname(new URL(url).pathname) === '.ts';
}

/** Arguments of Node that load TypeScript, wherever the process was started from; none for a file in JavaScript. */
export function loaderArguments(file: string): string[] {
  if (!file.endsWith('.ts')) return [];
  return ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];
}
