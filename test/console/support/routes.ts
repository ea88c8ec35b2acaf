import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CONSOLE = new URL('../../../console/', import.meta.url);

/** The paths of the console's pages, as its router has them: `/lists/:id`. */
export function consoleRoutes(): string[] {
  const routes = read('routes.tsx').matchAll(/<Route path=\{linkTo\('([^']*)'\)\}|\{JOB_NAMES\.map/g);
  return [...routes].flatMap(([, path]) => path ?? jobRoutes());
}

/** One for each kind of job, in the order of the kinds. */
function jobRoutes(): string[] {
  const names = readdirSync(fileURLToPath(new URL('jobs/kinds/', CONSOLE))).map((kind) =>
    read(`jobs/kinds/${kind}/name.ts`),
  );
  const placeOf = (name: string) => Number(/place: (\d+)/.exec(name)?.[1]);
  return names
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map((name) => `${/path: '([^']*)'/.exec(name)?.[1]}/:id`);
}

function read(file: string): string {
  return readFileSync(new URL(file, CONSOLE), 'utf8');
}
