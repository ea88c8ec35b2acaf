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

/** Arguments of Node that run the script `file`, TypeScript or JavaScript; the script's own come behind them. */
export function scriptArguments(file: string): string[] {
  return file.endsWith('.ts') ? [RUN_TYPESCRIPT, file] : [file];
}

const RUN_TYPESCRIPT = fileURLToPath(new URL('./run-typescript.js', import.meta.url));
