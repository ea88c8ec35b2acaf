import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

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
