import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { roleArguments } from '../../../engine/cli/role-process.ts';

describe('the arguments of Node for a role', () => {
  it('are the same for the worker of npm start and of npm run worker', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
    expect(scripts['worker']).toBe(`node ${roleArguments('engine/run-worker.js').join(' ')}`);
  });
});
