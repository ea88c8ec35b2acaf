import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { configEnvironment } from '../../engine/platform/config-environment.ts';
import { WATCH } from '../../workflows/names.ts';
import { startWorker } from '../../engine/roles/worker.ts';
import type { RunningWorker } from '../../engine/roles/worker.ts';
import { currentDetailsOf } from '../support/current-details.ts';
import { startTestEngine } from '../support/engine.ts';
import { maintain } from '../support/maintenance.ts';
import { runSluice } from '../support/sluice.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import type { TestEngine } from '../support/engine.ts';
import { createExport, untilExportEnded } from '../support/exports.ts';
import { createImport, createList, succeed, untilEnded, untilImport } from '../support/imports.ts';
import { bundle } from '../workflows/support.ts';
import { openOnCallDocument } from './support/on-call-page.ts';
import { addListOf, countOf, holdDeletion } from './support/deleted-lists.ts';
import { createGate } from './support/gate.ts';
import { expectSuppressed, holdSuppression } from './support/held-suppression.ts';
import { command, EXPECTED_STATS, holdImport, MANY_PIECES, MERGING } from './support/staged-import.ts';

describe('deploying a change of a workflow while imports run', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine(MANY_PIECES);
  });
  afterAll(() => engine.stop());

  it('guarded with patched(): the version after finishes what the version before began', async () => {
    const held = await holdImport(engine, MERGING);
    await engine.stopWorker();
    const next = await deploy('patched-change');
    await held.release();

    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
    expect(await timersOf(held.id)).toBe(0);
    const begun = await createImport(engine, await createList(engine, 'Begun later'), 'email\nann@example.com\n');
    expect(await untilEnded(engine, begun)).toMatchObject({ state: 'finished' });
    expect(await timersOf(begun)).toBe(1);

    await next.stop();
    await engine.startWorker();
  });

  it('without a guard: the job is named as broken by the deploy, and goes on with the version before', async () => {
    const page = openOnCallDocument(engine);
    const held = await holdImport(engine, MERGING);
    await engine.stopWorker();
    const broken = await deploy('unpatched-change');
    await held.release();

    await vi.waitFor(async () => {
      const said = await page.run('Bad deploy', 0, { importId: held.id });
      expect(said).toMatch(/bad_deploy: .*nondeterminism/);
    }, PATIENCE);
    expect(await currentDetailsOf(engine.temporal, WATCH)).toMatch(
      new RegExp(
        `- \`subscriber-import/${held.id}\`, \\*\\*bad_deploy:\\*\\* .*nondeterminism.*\n +What to do: After a deploy`,
      ),
    );
    expect(await maintain(engine.temporal, 'diagnose')).toMatchObject({ result: { stuck: 1 } });

    await broken.stop();
    await engine.startWorker();
    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
  });

  it('without a way back: one command ends the broken run, and the job goes on from its ledger', async () => {
    const page = openOnCallDocument(engine);
    const begins_at = new Date(Date.now() + 3_600_000).toISOString();
    const waiting = await createImport(engine, await createList(engine, 'Waiting'), 'email\nann@example.com\n', {
      begins_at,
    });
    await command(engine, { id: waiting }, 'pause');
    const held = await holdImport(engine, MERGING);
    await engine.stopWorker();
    const broken = await deploy('unpatched-change');
    await held.release();
    // Nothing happens to a paused job, so its history is not looked at before a command.
    expect(await engine.call('POST', `/subscriber_imports/${waiting}/unpause`)).toMatchObject({ success: false });

    for (const id of [held.id, waiting]) {
      await vi.waitFor(async () => {
        expect(await page.run('Bad deploy', 0, { importId: id })).toContain(
          `npx sluice job ${id} restart ends this run`,
        );
      }, PATIENCE);
      await expectClearAnswers(id);
      expect(await page.run('Bad deploy', 1, { importId: id })).toContain(
        'was started again and continues from its ledger',
      );
    }

    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
    const { data } = await engine.call('GET', `/subscriber_imports/${held.id}/activity`);
    expect(data.map((entry: { command: string }) => entry.command)).toContain('restart');
    await untilImport(engine, waiting, ({ state }) => state === 'paused');
    await command(engine, { id: waiting }, 'unpause');
    await untilImport(engine, waiting, ({ state }) => state === 'scheduled');
    expect(page.untried('deploys.test.ts')).toEqual([]);

    await broken.stop();
    await engine.startWorker();
  });

  it('without a way back: an export goes on from its ledger, too', async () => {
    const list = await addListOf(engine, 'Exported', 4_000);
    const gate = await createGate(engine, { before: 'update', on: 'export_parts', when: 'new.part_number = 2' });
    const id = await createExport(engine, list);
    await gate.reached();
    await engine.stopWorker();
    const broken = await deploy('unpatched-change');
    await gate.open();

    await restartOnceBroken(`subscriber-export/${id}`);
    expect(await untilExportEnded(engine, id)).toMatchObject({ state: 'finished' });
    const lines = (await engine.text(`/subscriber_exports/${id}/file`)).trim().split('\n');
    expect([lines.length, new Set(lines).size]).toEqual([4_001, 4_001]);
    await broken.stop();
    await engine.startWorker();
  });

  it('without a way back: the deletion of a list goes on from its ledger, too', async () => {
    const { list, gate } = await holdDeletion(engine, deleteList);
    await engine.stopWorker();
    const broken = await deploy('unpatched-change');
    await gate.open();

    await restartOnceBroken(`list-deletion/${list}`);
    await engine.temporal.workflow.getHandle(`list-deletion/${list}`).result();
    expect(await countOf(engine, list)).toBe(0);
    const { data } = await engine.call('GET', `/mailing_lists/${list}/deletion`);
    expect(data).toMatchObject({ state: 'finished', stats: { subscribers_deleted: 12_000 } });
    await broken.stop();
    await engine.startWorker();
  });

  it('without a way back: an import of suppressed addresses goes on from its ledger, too', async () => {
    const { id, gate } = await holdSuppression(engine);
    await engine.stopWorker();
    const broken = await deploy('unpatched-change');
    await gate.open();

    await restartOnceBroken(`suppressed-address-import/${id}`);
    await expectSuppressed(engine, id);
    await broken.stop();
    await engine.startWorker();
  });

  it('without a way back: a webhook endpoint delivers what waits for it, too', async () => {
    const receiver = await startWebhookReceiver();
    onTestFinished(() => receiver.close());
    receiver.answer(500);
    const body = { webhook_endpoint: { url: receiver.url } };
    const { id } = succeed(await engine.call('POST', '/webhook_endpoints', body)).data;
    await createImport(engine, await createList(engine, 'Announced'), 'email\nann@example.com\n');
    await receiver.untilRequested(1);
    await engine.stopWorker();
    const broken = await deploy('unpatched-change');

    await restartOnceBroken(`webhook-endpoint/${id}`);
    receiver.answer(204);
    const events = await receiver.untilTaken(2);
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['job.finished']));
    await engine.temporal.workflow.getHandle(`webhook-endpoint/${id}`).result();
    await broken.stop();
    await engine.startWorker();
  });

  async function deleteList(list: number): Promise<void> {
    const { data } = succeed(await engine.call('GET', `/mailing_lists/${list}/delete_confirmation_code`));
    succeed(await engine.call('DELETE', `/mailing_lists/${list}/confirmed/${data.delete_confirmation_code}`));
  }

  /** Restarts a job once the command line says that no worker can replay its history. */
  async function restartOnceBroken(name: string): Promise<void> {
    const env = configEnvironment(engine.config);
    await vi.waitFor(
      async () => expect((await runSluice(['job', name], env)).stdout).toContain('bad_deploy'),
      PATIENCE,
    );
    expect((await runSluice(['job', name, 'restart'], env)).stdout).toContain('was started again');
  }

  /** Each command of clients and operators is answered with what is known of it; the job can be looked at. */
  async function expectClearAnswers(id: number): Promise<void> {
    const paths = [
      ...['pause', 'unpause', 'cancel'].map((command) => `/subscriber_imports/${id}/${command}`),
      ...['retry', 'skip_chunk', 'fail', 'unpause'].map((action) => `/jobs/subscriber_import/${id}/${action}`),
    ];
    const responses = await Promise.all(paths.map((path) => engine.send('POST', path)));
    for (const response of responses) {
      expect([response.statusCode, response.headers['retry-after']], response.body).toEqual([503, '5']);
      expect(response.json().error_message).toMatch(/^no worker (took|answered|responded)/i);
    }
    const { data } = await engine.call('GET', `/jobs/subscriber_import/${id}`);
    expect(data).toMatchObject({ health: 'stuck', diagnosis: { cause: 'bad_deploy' } });
  }

  /** Starts a worker with other workflow code than the engine's. */
  async function deploy(name: string): Promise<RunningWorker> {
    const worker = await startWorker(engine.config, await bundle(`./fixtures/${name}.ts`));
    onTestFinished(() => worker.stop());
    return worker;
  }

  async function timersOf(importId: number): Promise<number | undefined> {
    const { events } = await engine.temporal.workflow.getHandle(`subscriber-import/${importId}`).fetchHistory();
    return events?.filter((event) => event.timerStartedEventAttributes).length;
  }
});

const PATIENCE = { timeout: 90_000, interval: 500 };
