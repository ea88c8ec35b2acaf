#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// What `npx sluice` starts. The package has JavaScript in dist/. A clone has TypeScript, which Node runs as it is: its dist/ may be old.

const SOURCE = new URL('../engine/cli/main.ts', import.meta.url);
const BUILT = new URL('../dist/engine/cli/main.js', import.meta.url);
const NODE = { major: 22, minor: 18 };

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NODE.major || (major === NODE.major && minor < NODE.minor)) {
  process.stderr.write(
    `Sluice needs Node ${NODE.major}.${NODE.minor} or newer, and this is ${process.version}: install a newer one from https://nodejs.org.\n`,
  );
  process.exitCode = 1;
} else if (existsSync(SOURCE)) {
  // The processes that this one starts keep what they compile in the same place.
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));
  module.enableCompileCache(process.env['NODE_COMPILE_CACHE']);
  await import(SOURCE.href);
} else {
  await import(BUILT.href);
}
