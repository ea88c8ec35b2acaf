import { readdir, readFile } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

// Run in a process of its own by console.js; writes a CompiledConsole to stdout, as JSON. Its files are the script of the page with
// all that it imports, one more script for each part that is imported later, the style sheet and the icon. Each name contains a
// hash of the content.

const CONSOLE = fileURLToPath(new URL('../console', import.meta.url));
const ICON = join(CONSOLE, 'icon.svg');
const KINDS = join(CONSOLE, 'jobs', 'kinds', sep);

/** Files that decide how the sources are compiled. */
const OPTIONS = [fileURLToPath(import.meta.url), join(CONSOLE, 'tsconfig.json'), join(CONSOLE, '../tsconfig.json')];

/** @type {string[]} */
let modules = [];

/** @type {import('vite').Plugin} */
const page = {
  name: 'page',
  async buildStart() {
    this.emitFile({ type: 'asset', name: 'icon.svg', source: await readFile(ICON, 'utf8') });
  },
  generateBundle() {
    modules = [...this.getModuleIds()].filter((id) => isAbsolute(id));
  },
};

const result = await build({
  root: CONSOLE,
  // The API writes the page, in which all addresses are relative.
  base: './',
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [page],
  build: {
    write: false,
    target: ['chrome111', 'firefox115', 'safari16.4'],
    // These browsers load modules ahead by themselves.
    modulePreload: { polyfill: false },
    // The content security policy lets the page load files only.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { main: join(CONSOLE, 'main.tsx') },
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: 'part-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
        hashCharacters: 'base36',
      },
    },
  },
});

if (!('output' in result)) throw new Error('Vite made more than one page, or watches its files.');
const outputs = Object.fromEntries(
  result.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]),
);
process.stdout.write(JSON.stringify({ outputs, inputs: [...modules, ICON, ...OPTIONS, ...(await folders(KINDS))] }));

/**
 * A folder of kinds and those in it: a file that is added there is found by its name.
 * @param {string} path
 */
async function folders(path) {
  const entries = await readdir(path, { withFileTypes: true });
  return [path, ...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name, sep))];
}
