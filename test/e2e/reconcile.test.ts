import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../api/app.ts';
import type { Finding } from '../../engine/cli/doctor/finding.ts';
import { readEpoch } from '../../engine/db/installation/epoch.ts';
import { configEnvironment } from '../../engine/platform/config-environment.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createExport, untilExportEnded } from '../support/exports.ts';
import { createImport, createList, untilEnded } from '../support/imports.ts';
import { runSluice } from '../support/sluice.ts';
import { readLostJobs } from './support/lost-jobs.ts';
import { copy, goBack } from './support/older-database.ts';

const CSV = 'email\nann@example.com\n';

describe('sluice reconcile', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.stop());

  it('lists what clients were told of jobs that the database has lost, and nothing else', async () => {
    const list = await createList(engine, 'Kept');
    await untilEnded(engine, await createImport(engine, list, CSV));
    expect(await lost()).toEqual([]);
    const { rows } = await engine.pool.query<{ name: string }>('select name from api_keys');
    const [{ name: keyName } = { name: '' }] = rows;
    const backup = await copy(engine);
    const lostImport = await createImport(engine, list, CSV);
    await untilEnded(engine, lostImport);
    const lostExport = await createExport(engine, list);
    await untilExportEnded(engine, lostExport);
    await goBack(engine, backup);
    // It gets the id of the lost one.
    const created = await createImport(engine, list, CSV);
    await untilEnded(engine, created);
    expect(created).toBe(lostImport);

    await expect.poll(lost, { timeout: 20_000, interval: 500 }).toEqual([
      expect.objectContaining({
        ...{ kind: 'subscriber_import', state: 'finished', mailingListId: list, idIsTaken: true },
        createdBy: `API key "${keyName}"`,
      }),
      expect.objectContaining({
        kind: 'subscriber_export',
        workflowId: expect.stringMatching(new RegExp(`subscriber-export/${lostExport}$`)),
        organizationId: 1,
        mailingListId: list,
        state: 'finished',
        idIsTaken: false,
        createdBy: `API key "${keyName}"`,
      }),
    ]);
    const { stdout } = await reconcile();
    expect(stdout).toContain('(its id has another job since)');
    expect(stdout).toMatch(
      new RegExp(
        `subscriber-export/${lostExport}.* list ${list} .*by API key "${keyName}" .*clients last read: finished`,
      ),
    );
    expect(stdout).toContain('2 jobs of the last 24 hours were lost, 0 of which were done again.');
  });

  it('is named by a role that starts, and by the doctor', async () => {
    const lines: string[] = [];
    const app = await buildApp({
      config: engine.config,
      logger: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
    });
    const warning = () => lines.map((line) => JSON.parse(line) as object).find((line) => 'lostJobs' in line);
    await expect.poll(warning, { timeout: 20_000 }).toMatchObject({
      lostJobs: 2,
      organizations: 1,
      msg: 'the database went back: Temporal knows 2 jobs that it has lost; npx sluice reconcile lists them',
    });
    await app.close();
    const { stdout } = await runSluice(['doctor', '--json'], configEnvironment(engine.config));
    const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
    expect(findings.find(({ check }) => check === 'lost jobs')).toMatchObject({
      state: 'warning',
      text: expect.stringMatching(/ 2 jobs that it has lost\.$/),
      remedy: 'npx sluice reconcile',
    });
  });

  it('begins another epoch when it is told to', async () => {
    const first = await readEpoch(engine.pool);
    expect((await reconcile('--json')).code).toBe(0);
    expect(await readEpoch(engine.pool)).toBe(first);
    expect((await reconcile('--new-epoch')).stderr).toContain('Another epoch has begun');
    expect(await readEpoch(engine.pool)).not.toBe(first);
  });

  const lost = () => readLostJobs(engine.config);

  function reconcile(...options: string[]) {
    return runSluice(['reconcile', ...options], configEnvironment(engine.config));
  }
});
