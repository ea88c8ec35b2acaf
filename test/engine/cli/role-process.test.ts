import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { roleArguments } from '../../../engine/cli/role-process.ts';

describe('the arguments of Node for a role', () => {
  it.each([
    ['api', 'api/server.ts'],
    ['worker', 'engine/roles/run-worker.js'],
  ])('are the same in npm start and in npm run %s', async (role, file) => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
    const command = `node ${roleArguments(file).join(' ')}`;
    expect(scripts[role]).toBe(command.replace(/--import \S+/, '--import tsx'));
  });
});
