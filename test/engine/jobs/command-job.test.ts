import { randomUUID } from 'node:crypto';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { commandJob } from '../../../engine/jobs/command-job.ts';
import { TemporalClient } from '../../../engine/jobs/temporal-client.ts';
import { createNamespace } from '../../support/namespaces.ts';
import { installTemporalRuntime } from '../../support/temporal-runtime.ts';
import type * as fixtures from '../../workflows/fixtures/rejects-commands.ts';
import { bundle } from '../../workflows/support.ts';

const DONE = { outcome: 'done', view: { state: 'paused', health: 'ok', error_message: null } };

describe('a command that Temporal or the SDK turns away', () => {
  const namespace = `test-${randomUUID()}`;
  const identity = 'a worker that answers no updates';
  let client: TemporalClient;
  let native: NativeConnection;
  let workflowBundle: Awaited<ReturnType<typeof bundle>>;
  beforeAll(async () => {
    installTemporalRuntime();
    const { address } = inject('temporal');
    const { connection } = (await createNamespace(address, namespace)).client;
    const settings = { temporalNamespace: namespace, taskQueue: 'sluice', workflowIdPrefix: '', payloadKeys: [] };
    client = new TemporalClient(settings, { connection });
    native = await NativeConnection.connect({ address });
    workflowBundle = await bundle('./fixtures/rejects-commands.ts');
  });
  afterAll(async () => {
    await native.close();
    await client.connection.close();
  });

  const begin = async (type: keyof typeof fixtures) => {
    const [workflowId, taskQueue] = [randomUUID(), randomUUID()];
    await client.workflow.start(type, { workflowId, taskQueue });
    const pause = () => {
      const limit = <Result>(call: () => Promise<Result>) => call();
      const options = { by: { type: 'maintenance' }, accept: limit, complete: limit } as const;
      return commandJob(client, { workflowId }, 'pause', options);
    };
    const whileServed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const worker = await Worker.create({ connection: native, namespace, taskQueue, workflowBundle });
      return worker.runUntil(work);
    };
    return { taskQueue, pause, whileServed };
  };

  /** Completes the next workflow task without a word about its updates. */
  const passOver = async (taskQueue: string) => {
    const { workflowService: service } = client;
    await client.withDeadline(Date.now() + 10_000, async () => {
      const queue = { name: taskQueue };
      const { taskToken } = await service.pollWorkflowTaskQueue({ namespace, taskQueue: queue, identity });
      await service.respondWorkflowTaskCompleted({ namespace, taskToken, identity, commands: [] });
    });
  };

  it('is not taken where the workflow has no handler', async () => {
    const { pause, whileServed } = await begin('takesNoCommands');
    expect(await whileServed(pause)).toEqual({ outcome: 'untaken' });
  });

  it('is not taken where the worker passes its update over', async () => {
    const { taskQueue, pause } = await begin('takesCommands');
    await passOver(taskQueue);
    let isAnswered = false;
    const answer = pause().finally(() => (isAnswered = true));
    while (!isAnswered) await Promise.race([answer, passOver(taskQueue)]);
    expect(await answer).toEqual({ outcome: 'untaken' });
  });

  it('is taken at the next try by a worker that answers it', async () => {
    const { taskQueue, pause, whileServed } = await begin('takesCommands');
    await passOver(taskQueue);
    const answer = pause();
    await passOver(taskQueue);
    expect(await whileServed(() => answer)).toEqual(DONE);
  });

  it.each(['takesCommandsLater', 'takesCommandsTwice'] as const)('is taken at a later try: %s', async (type) => {
    const { pause, whileServed } = await begin(type);
    expect(await whileServed(pause)).toEqual(DONE);
  });
});
