import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CONSOLE = new URL('../../../console/', import.meta.url);

/** The addresses of the pages, as the console routes them: those that it names, and one for each kind of job. */
export function consoleRoutes(): string[] {
  return [...pathsIn('routes.tsx', /<Route path=\{linkTo\('([^']*)'\)\}/g), ...jobRoutes()];
}

function jobRoutes(): string[] {
  const kinds = readdirSync(fileURLToPath(new URL('jobs/kinds/', CONSOLE)));
  return kinds
    .flatMap((kind) => pathsIn(`jobs/kinds/${kind}/name.ts`, /path: '([^']*)'/g))
    .map((path) => `${path}/:id`);
}

function pathsIn(file: string, pattern: RegExp): string[] {
  return [...readFileSync(new URL(file, CONSOLE), 'utf8').matchAll(pattern)].map(([, path = '']) => path);
}
