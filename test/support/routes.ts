import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the routes are listed. */
export const ROUTES_FILE = fileURLToPath(new URL('../../api/routes.ts', import.meta.url));

/** The list of all routes, generated from the files in `api/<resource>/routes/`. */
export function routesModule(): string {
  const files = resources().flatMap((resource) =>
    readdirSync(new URL(`${resource}/routes/`, API))
      .sort()
      .map((file) => ({
        name: camelCase(`${resource}-${file.replace(/\.ts$/, '')}`),
        path: `./${resource}/routes/${file}`,
      })),
  );
  return [
    '// Generated from the files in `api/<resource>/routes/` by `npm run routes`; a test fails when they differ.\n',
    ...files.map(({ name, path }) => `import ${name} from '${path}';`),
    "\n/** The routes of every resource, in the order of the API's description. */",
    'export const ROUTES = [',
    ...files.map(({ name }) => `  ${name},`),
    '] as const;\n',
  ].join('\n');
}

const API = new URL('../../api/', import.meta.url);

function resources(): string[] {
  const folders = readdirSync(API, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => name)
    .filter((name) => readdirSync(new URL(`${name}/`, API)).includes('routes'))
    .sort();
}

function camelCase(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(ROUTES_FILE, routesModule());
}
