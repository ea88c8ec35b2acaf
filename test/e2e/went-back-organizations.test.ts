import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configEnvironment } from '../../engine/platform/config-environment.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { runSluice } from '../support/sluice.ts';
import { copy, goBack } from './support/older-database.ts';

describe('an organization that is created after the database has lost others', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.stop());

  it('gets the id of none that has left files in the upload directory', async () => {
    const backup = await copy(engine);
    const [finished, unfinished, none] = [await create('Finished'), await create('Unfinished'), await create('None')];
    await put(`${finished}/people.csv`);
    await put(`.partial/${unfinished}/people.csv`);
    await goBack(engine, backup);

    expect(await create('New')).toBe(none);
    expect(await create('Next')).toBe(none + 1);
    const { rows } = await engine.pool.query('select id from organizations where id > 1 order by id');
    expect(rows).toEqual([{ id: none }, { id: none + 1 }]);
  });

  async function create(name: string): Promise<number> {
    const { stdout, stderr } = await runSluice(['org:create', name, '--json'], configEnvironment(engine.config));
    expect(stderr).toBe('');
    return (JSON.parse(stdout) as { id: number }).id;
  }

  async function put(name: string): Promise<void> {
    const path = join(engine.config.uploadsDir, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'email\nlost@example.com\n');
  }
});
