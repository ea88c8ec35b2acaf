import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { API_PREFIX } from '../../api/http/prefix.ts';
import { describeApi } from '../support/client.ts';
import { startTestEngine } from '../support/engine.ts';
import { emailsOf } from '../support/imports.ts';

const run = promisify(execFile);

/** Folder where .ci/run builds the generator. */
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'sluice');
const GENERATOR = join(CACHE, 'oapi-codegen-2.8.2/oapi-codegen');
const PROGRAM = join(import.meta.dirname, '../generators/go');

describe.skipIf(!existsSync(GENERATOR) || !hasGo())('a Go client that is generated from the OpenAPI document', () => {
  it('by oapi-codegen compiles and imports people', async () => {
    const engine = await startTestEngine();
    const cwd = await mkdtemp(join(tmpdir(), 'sluice-test-go-'));
    onTestFinished(async () => {
      await engine.stop();
      await rm(cwd, { recursive: true });
    });
    await cp(PROGRAM, cwd, { recursive: true });
    await mkdir(join(cwd, 'api'));
    await writeFile(join(cwd, 'openapi.json'), JSON.stringify(await describeApi()));
    const generate = ['-generate', 'types,client', '-package', 'api', '-o', 'api/client.go', 'openapi.json'];
    await run(GENERATOR, generate, { cwd });
    await run('go', ['build', '-o', 'people', '.'], { cwd });

    const url = await engine.app.listen({ host: '127.0.0.1', port: 0 });
    const { stdout } = await run(join(cwd, 'people'), [url + API_PREFIX, engine.apiKey, 'Go'], { cwd });
    const said = JSON.parse(stdout) as { list: number };
    expect(said).toMatchObject({ state: 'finished', added: 2 });
    expect(await emailsOf(engine, said.list)).toEqual(['ann@example.com', 'bob@example.com']);
  });
});

function hasGo(): boolean {
  try {
    execFileSync('go', ['version']);
    return true;
  } catch {
    return false;
  }
}
