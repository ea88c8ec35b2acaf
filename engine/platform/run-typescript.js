import { importTypeScript } from './typescript.js';

// Runs a script of a clone, which is TypeScript: `node engine/platform/run-typescript.js FILE ARGUMENT…`. The script finds its
// path and arguments in process.argv where it would find them as JavaScript.

process.argv.splice(1, 1);
await importTypeScript(process.argv[1] ?? '');
