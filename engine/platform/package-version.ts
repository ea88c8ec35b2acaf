import { readFileSync } from 'node:fs';
import { isTypeScript } from './own-module.ts';

/** The version of this package, from its package.json. */
export function packageVersion(): string {
  const path = isTypeScript(import.meta.url) ? '../../package.json' : '../../../package.json';
  const { version } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as { readonly version: string };
  return version;
}
