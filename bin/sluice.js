#!/usr/bin/env node
import { existsSync } from 'node:fs';

// What `npx sluice` starts. The package has JavaScript in dist/. A clone has TypeScript, and runs that: its dist/ may be old.

const SOURCE = new URL('../engine/cli/main.ts', import.meta.url);
const BUILT = new URL('../dist/engine/cli/main.js', import.meta.url);

if (existsSync(SOURCE)) {
  const { register } = await import('tsx/esm/api');
  register();
  await import(SOURCE.href);
} else {
  await import(BUILT.href);
}
