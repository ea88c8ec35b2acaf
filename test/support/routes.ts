import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The file with the list of all routes. */
export const ROUTES_FILE = fileURLToPath(new URL('../../api/routes.ts', import.meta.url));

/** The list of all routes, generated from the files `api/<resource>/routes.ts`. */
export function routesModule(): string {
  const found = resources().map((resource) => ({ resource, name: camelCase(resource) }));
  return [
    '// Generated from the files `api/<resource>/routes.ts` by `npm run routes`; a test fails when they differ.\n',
    ...found.map(({ resource, name }) => `import ${name} from './${resource}/routes.ts';`),
    "\n/** The routes of every resource, in the order of the API's description. */",
    'export const ROUTES = [',
    ...found.map(({ name }) => `  ${name},`),
    '] as const;\n',
  ].join('\n');
}

const API = new URL('../../api/', import.meta.url);

function resources(): string[] {
  const folders = readdirSync(API, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => name)
    .filter((name) => readdirSync(new URL(`${name}/`, API)).includes('routes.ts'))
    .sort();
}

function camelCase(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(ROUTES_FILE, routesModule());
}
