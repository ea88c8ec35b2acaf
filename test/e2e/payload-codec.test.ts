import { fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandJob } from '../support/commands.ts';
import { configEnvironment } from '../../engine/platform/config-environment.ts';
import { startCodec } from '../../engine/roles/codec.ts';
import { SEARCH_ATTRIBUTES, WATCH } from '../../workflows/names.ts';
import { currentDetailsOf } from '../support/current-details.ts';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';
import { refuse } from '../support/refuse.ts';
import type { SluiceRun } from '../support/sluice.ts';
import { runSluice } from '../support/sluice.ts';
import { encryptedPayloads, textOfHistories } from './support/histories.ts';
import { startRoleProcess } from './support/role-process.ts';

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const PAYLOAD_KEYS = `new:${key(1)},old:${key(2)}`;
const PATIENCE = { timeout: 60_000, interval: 250 };
const REASON = 'The wrong file was chosen.';
/** Contents that plain histories of this run would hold: inputs, results, failures, summaries and details. */
const CONTENTS = ['"importId":', '"mailingListId":', 'SQLSTATE', REASON, 'Stuck and stalled jobs', '`sluice-watch`'];

describe('a service with payload keys', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ PAYLOAD_KEYS });
  });
  afterAll(() => engine?.stop());

  it('diagnoses an import whose work fails, in the command line and the watch, and takes commands', async () => {
    const accept = await refuseAddress('full', '53100');
    const id = await createImport(engine, await createList(engine, 'Full'), 'email\nfull@example.com\n');
    await vi.waitFor(
      async () => expect((await sluice(id)).stdout).toContain('The disk of Postgres is full.'),
      PATIENCE,
    );
    expect(await currentDetailsOf(engine.temporal, WATCH)).toContain('The disk of Postgres is full.');
    const { raw } = await handle(id).describe();
    expect(raw.pendingActivities?.map(({ lastFailure }) => lastFailure?.message)).toContain('Encoded failure');

    const refused = await engine.call('POST', `/subscriber_imports/${id}/unpause`);
    expect(refused).toMatchObject({ success: false, error_message: expect.stringMatching(/unpause/i) });
    expect(refused.error_message).not.toContain('Encoded failure');
    await commandJob(engine, `/subscriber_imports/${id}/pause`);
    expect(await handle(id).query('jobView')).toMatchObject({ state: 'paused' });
    await accept();
    expect(await sluice(id, 'unpause')).toMatchObject({ code: 0 });
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
  });

  it('shows why an import is stalled, and fails it with the reason that an operator gives', async () => {
    await refuseAddress('poison', '23514');
    const id = await createImport(engine, await createList(engine, 'Poison'), 'email\npoison@example.com\n');
    await vi.waitFor(async () => {
      const { typedSearchAttributes } = await handle(id).describe();
      expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.jobHealth)).toBe('stalled');
    }, PATIENCE);
    expect(await currentDetailsOf(engine.temporal, `subscriber-import/${id}`)).toContain('SQLSTATE 23514');
    expect((await sluice(id)).stdout).toContain('SQLSTATE 23514');
    expect(await sluice(id, 'fail', REASON)).toMatchObject({ code: 0 });
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'failed', error_message: REASON });
  });

  it('takes a signal from a client without keys', async () => {
    const id = await createLater('Cancelled');
    await engine.temporal.workflowService.signalWorkflowExecution({
      namespace: engine.config.temporalNamespace,
      workflowExecution: { workflowId: handle(id).workflowId },
      signalName: 'cancel',
    });
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'cancelled' });
  });

  it('imports with a worker process that has the keys in its environment', async () => {
    await engine.stopWorker();
    const worker = await startRoleProcess('worker', engine.config);
    const list = await createList(engine, 'Process');
    const id = await createImport(engine, list, 'email\nann@example.com\nann.example.com\n');
    expect(await untilEnded(engine, id)).toMatchObject({
      state: 'finished',
      stats: { subscribers: { added: 1, failed: 1 } },
    });
    await worker.kill();
    await engine.startWorker();
  });

  it('deletes a list', async () => {
    const list = await createList(engine, 'Gone');
    const id = await createImport(engine, list, 'email\nann@example.com\n');
    await untilEnded(engine, id);
    const { data } = succeed(await engine.call('GET', `/mailing_lists/${list}/delete_confirmation_code`));
    succeed(await engine.call('DELETE', `/mailing_lists/${list}/confirmed/${data.delete_confirmation_code}`));
    const result = await engine.temporal.workflow.getHandle(`list-deletion/${list}`).result();
    expect(result).toMatchObject({ state: 'finished', subscribers: { deleted: 1 } });
  });

  it('has histories without their contents, which the codec server decodes', async () => {
    const histories = await textOfHistories(engine.temporal);
    expect(histories).toContain('Encoded failure');
    for (const content of CONTENTS) expect(histories.replaceAll('\\"', '"'), content).not.toContain(content);

    const payloads = await encryptedPayloads(engine.temporal);
    const codec = await startCodec({ ...engine.config, codecPort: 0 });
    const answer = await fetch(`${codec.url}/decode`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payloads }),
    });
    expect(answer.status).toBe(200);
    const decoded = ((await answer.json()) as { payloads: { data?: string }[] }).payloads;
    await codec.stop();
    const texts = decoded.map(({ data = '' }) => Buffer.from(data, 'base64').toString()).join('\n');
    for (const content of CONTENTS) expect(texts).toContain(content);
  });

  it('shows a command line without the key which key it lacks', async () => {
    const id = await createLater('Other key');
    const env = { ...configEnvironment(engine.config), PAYLOAD_KEYS: `other:${key(3)}` };
    expect(await runSluice(['job', String(id)], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('PAYLOAD_KEYS has no key "new"'),
    });
  });

  async function createLater(name: string): Promise<number> {
    const begins_at = new Date(Date.now() + 3_600_000).toISOString();
    const list = await createList(engine, name);
    const id = await createImport(engine, list, 'email\nann@example.com\n', { begins_at });
    await vi.waitFor(async () => expect((await handle(id).describe()).status.name).toBe('RUNNING'), PATIENCE);
    return id;
  }
  const handle = (id: number) => engine.temporal.workflow.getHandle(`subscriber-import/${id}`);
  const sluice = (id: number, ...args: string[]): Promise<SluiceRun> =>
    runSluice(['job', String(id), ...args], configEnvironment(engine.config));
  const refuseAddress = (name: string, sqlstate: string) =>
    refuse(engine.pool, { before: 'insert', on: 'subscribers', when: `new.email like '${name}%'`, sqlstate });
});
