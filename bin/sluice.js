#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// What `npx sluice` starts. The package has JavaScript in dist/. A clone has TypeScript, and runs that: its dist/ may be old.

const SOURCE = new URL('../engine/cli/main.ts', import.meta.url);
const BUILT = new URL('../dist/engine/cli/main.js', import.meta.url);

if (existsSync(SOURCE)) {
  const { importTypeScript } = await import('../engine/platform/typescript.js');
  await importTypeScript(fileURLToPath(SOURCE));
} else {
  await import(BUILT.href);
}
