import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommandLine } from './support.ts';
import type { CommandLine } from './support.ts';

describe('npx sluice', () => {
  let line: CommandLine;
  let dataDir: string;
  beforeAll(async () => {
    line = await createCommandLine();
    ({ dataDir } = line);
  });
  afterAll(() => line.close());

  const run: CommandLine['run'] = (...values) => line.run(...values);
  const query: CommandLine['query'] = (...values) => line.query(...values);
  const failing = (stderr: string | RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(stderr) });

  describe('load', () => {
    const write = async (content: unknown) => {
      const file = join(dataDir, 'fixture.json');
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    };

    it('loads a file and tells of each record what came of it', async () => {
      const file = await write({ organizations: [{ name: 'Loaded' }], virtual_mtas: [{ name: 'Fast' }] });
      const { code, stdout } = await run(['load', file]);
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /^created {4}organizations \d+ {2}Loaded\ncreated {4}virtual_mtas \d+ {2}Fast\nLoaded: 2 created, 0 /,
      );
      expect(JSON.parse((await run(['load', file, '--json'])).stdout)).toMatchObject({
        organizations: [{ name: 'Loaded', outcome: 'unchanged' }],
      });
    });

    it('only tells what it would do when it is asked to check', async () => {
      const { code, stdout } = await run(['load', await write({ organizations: [{ name: 'Tried' }] }), '--check']);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^created {4}organizations {2}Tried\nNothing was written; it would be 1 created, 0 /);
      expect(await query(`select 1 from organizations where name = 'Tried'`)).toEqual([]);
    });

    it('ends with 1 and a line for each mistake', async () => {
      const file = await write({ organizations: [{ name: '' }, { name: 'x', time_zone: 1 }] });
      expect(await run(['load', file])).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'Nothing was loaded; 2 mistakes:\n' +
          '  organizations[0].name must not be blank.\n' +
          '  organizations[1].time_zone must be text.\n',
      });
    });

    it('ends with 1 when there is no such file', async () => {
      expect(await run(['load', join(dataDir, 'none.json')])).toEqual(
        failing(/^The fixture cannot be read: ENOENT: no such file/),
      );
    });
  });
});
