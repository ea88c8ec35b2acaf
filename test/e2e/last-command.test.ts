import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandJob } from '../support/commands.ts';
import { configEnvironment } from '../../engine/platform/config-environment.ts';
import { currentDetailsOf } from '../support/current-details.ts';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList } from '../support/imports.ts';
import { runSluice } from '../support/sluice.ts';

const MINUTE = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;
const PATIENCE = { timeout: 30_000, interval: 100 };

describe('a paused job tells who paused it, when, and how it is resumed', () => {
  let engine: TestEngine;
  let id: number;
  beforeAll(async () => {
    engine = await startTestEngine();
    const begins_at = new Date(Date.now() + 3_600_000).toISOString();
    id = await createImport(engine, await createList(engine, 'Later'), 'email\nann@example.com\n', { begins_at });
    await vi.waitFor(async () => expect((await handle().describe()).status.name).toBe('RUNNING'), PATIENCE);
  });
  afterAll(() => engine.stop());

  const handle = () => engine.temporal.workflow.getHandle(`subscriber-import/${id}`);
  const sluice = async (...args: string[]) => {
    const env = configEnvironment(engine.config);
    const { stdout, stderr } = await runSluice(['job', String(id), ...args], env);
    return stdout + stderr;
  };

  it('which nothing tells of a job that took no command', async () => {
    expect(await handle().query('jobView')).not.toHaveProperty('last_command');
    const said = await sluice();
    expect(said).toContain('Waiting for its start time.');
    expect(said).not.toContain('command');
  });

  it('by the API: with the name of the key', async () => {
    await engine.pool.query(`update api_keys set name = $1`, ['CRM \u001b[2J']);
    await commandJob(engine, `/subscriber_imports/${id}/pause`);

    const said = await sluice();
    expect(said).toMatch(new RegExp(`^  Paused by a command at ${MINUTE} \\(API key "CRM \\?\\[2J"\\)\\.$`, 'm'));
    expect(said).toMatch(new RegExp(`^  To resume: npx sluice job ${id} unpause$`, 'm'));
    expect(said).not.toContain('Running normally');
    const { last_command } = await handle().query<any>('jobView');
    expect(last_command).toMatchObject({ command: 'pause', by: { type: 'api_key', id: expect.any(Number) as number } });
    expect(await currentDetailsOf(engine.temporal, handle().workflowId)).toMatch(
      new RegExp(`Paused by a command at ${MINUTE} \\(API key \\d+\\)[^]*job subscriber-import/${id} unpause`),
    );
  });

  it('by an operator: with user and host, also in JSON; a resumed job names the command it took last', async () => {
    expect(await sluice('unpause')).toContain('unpause');
    const { username } = userInfo();
    expect(await sluice()).toMatch(new RegExp(`last command: unpause at ${MINUTE} \\(operator ${username}@`));
    await sluice('pause');
    expect(await sluice()).toMatch(new RegExp(`Paused by a command at ${MINUTE} \\(operator ${username}@`));
    const { lastCommand } = JSON.parse(await sluice('--json')) as { lastCommand: unknown };
    expect(lastCommand).toMatchObject({ command: 'pause', by: { type: 'operator' } });
  });

  it('by a signal without an actor: with the client that Temporal names', async () => {
    await handle().signal('unpause');
    await handle().signal('pause');
    await vi.waitFor(async () => expect(await handle().query('jobView')).toMatchObject({ state: 'paused' }), PATIENCE);
    const { identity } = engine.temporal.options;
    expect(await sluice()).toMatch(new RegExp(`Paused by a command at ${MINUTE} \\(Temporal client "${identity}"\\)`));
    expect(await currentDetailsOf(engine.temporal, handle().workflowId)).toContain('the history names the client');
  });

  it('whatever a signal carries; a command that the job does not take is not shown', async () => {
    await handle().signal('unpause');
    await handle().signal('pause', null, { type: 'operator', name: `${'x'.repeat(200)}` });
    await handle().signal('retry', null, { type: 'api_key', id: 1 });
    await handle().signal('pause', { reason: 1 }, 'nonsense', 3);
    await vi.waitFor(async () => {
      const { last_command } = await handle().query<any>('jobView');
      expect(last_command).toMatchObject({ command: 'pause', by: { type: 'operator', name: 'x'.repeat(100) } });
    }, PATIENCE);
    await handle().signal('unpause', null, { type: 'operator', name: '`**a**`' });
    await vi.waitFor(async () => {
      const { last_command } = await handle().query<any>('jobView');
      expect(last_command).toMatchObject({ command: 'unpause', by: { type: 'operator', name: '???a???' } });
    }, PATIENCE);
  });

  it('and a restarted one who restarted it: the operator, or a client of Temporal that said nothing', async () => {
    await sluice('fail', 'The wrong file.');
    await handle().result();
    expect(await sluice('restart')).toContain('was restarted');
    const { username } = userInfo();
    expect(await sluice()).toMatch(new RegExp(`last command: restart at ${MINUTE} \\(operator ${username}@`));
    const { last_command } = await handle().query<any>('jobView');
    expect(last_command).toMatchObject({ command: 'restart', by: { type: 'operator' } });
    expect(await currentDetailsOf(engine.temporal, handle().workflowId)).toMatch(
      new RegExp(`Restarted by a command at ${MINUTE} \\(operator \`${username}@`),
    );

    await sluice('fail', 'The wrong file.');
    await handle().result();
    const args = [{ importId: id, by: { type: 'operator', name: 7 } }];
    await engine.temporal.workflow.execute('restartImport', { taskQueue: 'sluice', workflowId: 'by-hand', args });
    expect(await sluice()).toMatch(new RegExp(`last command: restart at ${MINUTE} \\(unknown, sent through Temporal`));
    expect(await handle().query('jobView')).toMatchObject({ last_command: { command: 'restart', by: null } });
  });

  it('as do the activity, which has every command, and the last five in the Temporal UI', async () => {
    const { data } = await engine.call('GET', `/subscriber_imports/${id}/activity`);
    const key = ['api_key', 'CRM \u001b[2J'];
    const operator = ['operator', expect.stringMatching(`^${userInfo().username}@`)];
    const client = ['temporal', engine.temporal.options.identity];
    expect(data.map(({ command, actor }: any) => [command, actor.type, actor.name])).toEqual([
      ['create', 'api_key', expect.any(String)],
      ['pause', ...key],
      ['unpause', ...operator],
      ['pause', ...operator],
      ['unpause', ...client],
      ['pause', ...client],
      ['unpause', ...client],
      ['pause', 'operator', 'x'.repeat(100)],
      ['unpause', 'operator', '???a???'],
      ['fail', ...operator],
      ['restart', ...operator],
      ['fail', ...operator],
      ['restart', 'temporal', null],
    ]);
    const details = await currentDetailsOf(engine.temporal, handle().workflowId);
    expect(details).toMatch(new RegExp(`Last commands:\n\n- ${MINUTE}: restart \\(a client of Temporal\\)`));
  });

  it('in the run after the one that took the command', async () => {
    const last = { command: 'unpause', at: '2026-11-22T10:15:00.000Z', by: { type: 'api_key', id: 7 } };
    const policy = { firstDownloadWaitMs: 1, secondDownloadWaitMs: 1, downloadTimeoutMs: 1 };
    const input = { importId: 0, source: 'json', beginsAt: Date.now() + 3_600_000, policy };
    const next = await engine.temporal.workflow.start('subscriberImport', {
      taskQueue: 'sluice',
      workflowId: 'carried',
      args: [input, undefined, { lastCommand: last }],
    });
    expect(await next.query('jobView')).toMatchObject({ state: 'scheduled', last_command: last });
    await next.terminate();
  });
});
