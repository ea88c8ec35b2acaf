import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compileConsole } from '../../build/console.js';

const MAX_BYTES = 110_000;

it('all scripts of the console have less than 110 kB, compressed', async () => {
  const { outputs } = await compileConsole();
  const scripts = Object.entries(outputs).filter(([name]) => name.endsWith('.js'));
  expect(scripts.map(([name]) => name)).toContainEqual(expect.stringMatching(/^main-\w+\.js$/));
  expect(scripts.reduce((bytes, [, text]) => bytes + gzipSync(text, { level: 9 }).length, 0)).toBeLessThan(MAX_BYTES);
});
