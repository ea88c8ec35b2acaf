import { SimulatedClock, createActor, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import { listDeletionMachine } from '../../machines/list-deletion.ts';
import { listDeletionView } from '../../machines/list-deletion-view.ts';
import { merged, startMerging } from './support.ts';

describe('the deletion of a list', () => {
  it('looks for jobs again until each has ended, and tells each of them once', async () => {
    const job = startDeletion();
    expect(job.work()).toEqual({ name: 'cancelJobs', input: { mailingListId: 5, asked: [] } });
    await job.done('cancelJobs', { jobs: ['subscriber-import/1', 'subscriber-import/2'] });
    expect(job.view()).toMatchObject({
      state: 'cancelling_jobs',
      jobs: ['subscriber-import/1', 'subscriber-import/2'],
    });
    expect(job.work()).toBeNull();

    job.clock.increment(250);
    job.proceed();
    expect(job.work()).toEqual({
      name: 'cancelJobs',
      input: { mailingListId: 5, asked: ['subscriber-import/1', 'subscriber-import/2'] },
    });
    await job.done('cancelJobs', { jobs: ['subscriber-import/2'] });
    job.clock.increment(500);
    job.proceed();
    await job.done('cancelJobs', { jobs: [] });
    expect(job.view()).toMatchObject({ state: 'deleting_subscribers', jobs: [] });
  });

  it('looks for jobs every ten seconds when they take long', async () => {
    const job = startDeletion();
    const waits: number[] = [];
    for (let look = 0; look < 8; look++) {
      await job.done('cancelJobs', { jobs: ['subscriber-import/1'] });
      let waited = 0;
      for (; !job.can('PROCEED'); waited += 250) job.clock.increment(250);
      waits.push(waited);
      job.proceed();
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  it('deletes batches with a checkpoint between two of them, and purges after the last one', async () => {
    const job = await startDeleting();
    job.actor.send({ type: 'SUBSCRIBERS_DELETED', deleted: 200, total: 300 });
    await job.done('deleteSubscribers', { more: true });
    expect(job.actor.getSnapshot().hasTag('checkpoint')).toBe(true);
    expect(job.view().subscribers).toEqual({ deleted: 200, total: 300 });

    job.proceed();
    await job.done('deleteSubscribers', { more: false });
    await job.done('purgeList');
    expect(job.view()).toMatchObject({ state: 'finished', health: 'ok', error_message: null });
    expect(job.actor.getSnapshot().hasTag('ended')).toBe(true);
  });

  it('counts what is deleted while a pause is on its way', async () => {
    const job = await startDeleting();
    job.actor.send({ type: 'PAUSE' });
    job.actor.send({ type: 'SUBSCRIBERS_DELETED', deleted: 10, total: 20 });
    expect(job.view()).toMatchObject({ state: 'paused', subscribers: { deleted: 10, total: 20 } });
    expect(job.work()).toBeNull();
  });

  it('goes on where it was paused', async () => {
    const job = await startDeleting();
    job.actor.send({ type: 'PAUSE' });
    job.actor.send({ type: 'UNPAUSE' });
    expect(job.work()?.name).toBe('deleteSubscribers');

    await job.done('deleteSubscribers', { more: false });
    job.actor.send({ type: 'PAUSE' });
    job.actor.send({ type: 'UNPAUSE' });
    expect(job.work()?.name).toBe('purgeList');
  });

  it.each(['cancelJobs', 'deleteSubscribers', 'purgeList'])('is stalled when %s cannot be done', async (name) => {
    const job = await startAt(name);
    const { state } = job.view();
    await job.fails(name, 'Postgres refused the work.');
    expect(job.view()).toMatchObject({ state, health: 'stalled', error_message: 'Postgres refused the work.' });

    job.actor.send({ type: 'RETRY' });
    expect(job.work()?.name).toBe(name === 'purgeList' ? 'deleteSubscribers' : name);
    expect(job.view()).toMatchObject({ state, health: 'ok', error_message: null });
  });

  it('cannot be cancelled, failed or skipped, and retried only when it is stalled', async () => {
    const { actor } = await startDeleting();
    for (const type of ['CANCEL', 'FAIL', 'SKIP_CHUNK', 'RETRY']) {
      expect([type, actor.getSnapshot().can({ type } as never)]).toEqual([type, false]);
      actor.send({ type } as never);
    }
    expect(actor.getSnapshot().value).toEqual({ active: { deleting_subscribers: 'deleting' } });
  });

  it('takes no command once it has finished', async () => {
    const job = await startAt('purgeList');
    await job.done('purgeList');
    for (const type of ['PAUSE', 'UNPAUSE', 'RETRY', 'PROCEED'] as const)
      expect([type, job.can(type)]).toEqual([type, false]);
  });

  it('goes on from a snapshot that has been through JSON', async () => {
    const job = await startDeleting();
    job.actor.send({ type: 'SUBSCRIBERS_DELETED', deleted: 200, total: 300 });
    await job.done('deleteSubscribers', { more: true });
    const persisted = job.actor.getPersistedSnapshot();

    const next = startDeletion(JSON.parse(JSON.stringify(persisted)) as typeof persisted);
    expect(next.view()).toEqual(job.view());
    next.proceed();
    await next.done('deleteSubscribers', { more: false });
    await next.done('purgeList');
    expect(next.view()).toMatchObject({ state: 'finished', subscribers: { deleted: 200, total: 300 } });
  });
});

describe('an import whose list is deleted while it merges', () => {
  it('is cancelled, with the reason and with the chunks that were merged before', async () => {
    const job = await startMerging();
    job.send(merged(0, { added: 3 }));
    await job.fails('mergeChunks', 'ListDeleted', 'The mailing list was deleted.');
    expect(job.view()).toMatchObject({
      state: 'cancelled',
      error_message: 'The mailing list was deleted.',
      counters: { added: 3 },
    });
  });
});

type Persisted = ReturnType<ReturnType<typeof createActor<typeof listDeletionMachine>>['getPersistedSnapshot']>;

/** A live machine whose work waits until the test says how it ends. */
function startDeletion(snapshot?: Persisted) {
  const clock = new SimulatedClock();
  let atWork: { name: string; input: unknown; resolve(output: unknown): void; reject(error: unknown): void } | null =
    null;
  const work = (name: string) =>
    fromPromise<any, any>(({ input, signal }) => {
      const promise = new Promise((resolve, reject) => (atWork = { name, input, resolve, reject }));
      signal.addEventListener('abort', () => (atWork = null));
      return promise;
    });
  const machine = listDeletionMachine.provide({
    actors: {
      cancelJobs: work('cancelJobs'),
      deleteSubscribers: work('deleteSubscribers'),
      purgeList: work('purgeList'),
    },
  });
  const actor = createActor(machine, {
    input: { mailingListId: 5 },
    clock,
    ...(snapshot === undefined ? {} : { snapshot }),
  });
  actor.start();
  const take = (name: string) => {
    const open = atWork;
    if (open?.name !== name) throw new Error(`Expected ${name} to be at work, but found ${open?.name ?? 'nothing'}.`);
    atWork = null;
    return open;
  };
  return {
    actor,
    clock,
    work: () => (atWork === null ? null : { name: atWork.name, input: atWork.input }),
    view: () => listDeletionView(actor.getSnapshot()),
    can: (type: 'PAUSE' | 'UNPAUSE' | 'RETRY' | 'PROCEED') => actor.getSnapshot().can({ type }),
    proceed: () => actor.send({ type: 'PROCEED' }),
    done: async (name: string, output?: unknown) => {
      take(name).resolve(output);
      await settled();
    },
    fails: async (name: string, message: string) => {
      take(name).reject({ type: 'DataRefused', message });
      await settled();
    },
  };
}

async function startDeleting() {
  const job = startDeletion();
  await job.done('cancelJobs', { jobs: [] });
  return job;
}

/** Brings a deletion to the work of that name. */
async function startAt(name: string) {
  const job = startDeletion();
  if (name !== 'cancelJobs') await job.done('cancelJobs', { jobs: [] });
  if (name === 'purgeList') await job.done('deleteSubscribers', { more: false });
  return job;
}

/** Promise callbacks all run before the next turn of the event loop. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
