import { fileURLToPath } from 'node:url';
import { compilePage } from '../engine/platform/compile.js';

// Plain JavaScript, because the API of a clone imports it at run time.

const FILES = ['../console/main.tsx', '../console/icon.svg'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** Compiles the console into the files that the API serves: texts by name. */
export function compileConsole() {
  return compilePage(FILES);
}
