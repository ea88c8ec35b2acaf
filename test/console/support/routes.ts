import { readFileSync } from 'node:fs';

const ROUTES = new URL('../../../console/routes.tsx', import.meta.url);

/** The paths of the console's pages, as its router has them: `/lists/:id`. */
export function consoleRoutes(): string[] {
  return [...readFileSync(ROUTES, 'utf8').matchAll(/<Route path=\{linkTo\('([^']*)'\)\}/g)].map(
    ([, path = '']) => path,
  );
}
