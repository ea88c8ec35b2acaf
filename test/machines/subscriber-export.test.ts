import { createActor, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import { subscriberExportMachine } from '../../machines/subscriber-export.ts';
import type { SubscriberExportEvent } from '../../machines/subscriber-export.ts';
import { subscriberExportView } from '../../machines/subscriber-export-view.ts';

const COMMANDS = ['PAUSE', 'UNPAUSE', 'CANCEL', 'RETRY', 'SKIP_CHUNK', 'FAIL', 'PROCEED'] as const;
const PLACES = ['takeTurn', 'takeSnapshot', 'writeParts'] as const;
type Work = (typeof PLACES)[number];

describe('an export', () => {
  it('waits for its turn, takes a snapshot and writes parts with a checkpoint between two batches', async () => {
    const job = startExport();
    expect([job.view().state, job.work()]).toEqual(['idle', 'takeTurn']);
    await job.done('takeTurn');
    expect([job.view().state, job.work()]).toEqual(['estimating', 'takeSnapshot']);
    expect(job.view().subscribers).toEqual({ exported: 0, total: null });
    await job.done('takeSnapshot', { rows: 30 });
    expect([job.view().state, job.work()]).toEqual(['exporting', 'writeParts']);

    job.send({ type: 'ROWS_EXPORTED', exported: 20, total: 30 });
    await job.done('writeParts', { more: true });
    expect([job.work(), job.actor.getSnapshot().hasTag('checkpoint')]).toEqual([null, true]);
    expect(job.view().subscribers).toEqual({ exported: 20, total: 30 });

    job.send({ type: 'PROCEED' }, { type: 'ROWS_EXPORTED', exported: 30, total: 30 });
    await job.done('writeParts', { more: false });
    expect(job.view()).toEqual({
      state: 'finished',
      health: 'ok',
      error_message: null,
      subscribers: { exported: 30, total: 30 },
    });
    expect(job.actor.getSnapshot().hasTag('ended')).toBe(true);
  });

  it.each(PLACES)('resumes %s where it was paused', async (place) => {
    const job = await startAt(place);
    const before = job.view();
    job.send({ type: 'PAUSE' });
    expect([job.view().state, job.work()]).toEqual(['paused', null]);
    job.send({ type: 'UNPAUSE' });
    expect([job.view(), job.work()]).toEqual([before, place]);
  });

  it('counts what was written while a pause was on its way', async () => {
    const job = await startAt('writeParts');
    job.send({ type: 'PAUSE' }, { type: 'ROWS_EXPORTED', exported: 10, total: 30 });
    expect(job.view()).toMatchObject({ state: 'paused', subscribers: { exported: 10, total: 30 } });
  });

  it('takes another snapshot when Postgres has lost the first one', async () => {
    const job = await startAt('writeParts');
    job.send({ type: 'ROWS_EXPORTED', exported: 10, total: 30 });
    await job.fails('writeParts', 'StagingLost');
    expect([job.view().state, job.work()]).toEqual(['estimating', 'takeSnapshot']);
    expect(job.view()).toMatchObject({ error_message: null, subscribers: { exported: 0, total: null } });
  });

  it.each(PLACES)('is cancelled when its row has ended during %s', async (place) => {
    const job = await startAt(place);
    await job.fails(place, 'ExportEnded');
    expect(job.view()).toMatchObject({ state: 'cancelled', error_message: null });
  });

  it.each(['takeTurn', 'takeSnapshot'] as const)('fails when %s cannot be done', async (place) => {
    const job = await startAt(place);
    await job.fails(place, 'ExportTooLarge', 'There is no room.');
    expect(job.view()).toMatchObject({ state: 'failed', health: 'ok', error_message: 'There is no room.' });
  });

  it('is stalled when parts cannot be written, until it is told to retry or to fail', async () => {
    const job = await startAt('writeParts');
    await job.fails('writeParts', 'DataRefused', 'Postgres refused the work.');
    expect(job.view()).toMatchObject({
      state: 'exporting',
      health: 'stalled',
      error_message: 'Postgres refused the work.',
    });
    job.send({ type: 'RETRY' });
    expect([job.work(), job.view()]).toMatchObject(['writeParts', { health: 'ok', error_message: null }]);

    await job.fails('writeParts', 'DataRefused', 'Postgres refused the work.');
    job.send({ type: 'FAIL', reason: 'Nobody needs it.' });
    expect(job.view()).toMatchObject({ state: 'failed', health: 'ok', error_message: 'Nobody needs it.' });
  });

  it.each([
    ['takeTurn', ['PAUSE', 'CANCEL', 'FAIL']],
    ['takeSnapshot', ['PAUSE', 'CANCEL', 'FAIL']],
    ['writeParts', ['PAUSE', 'CANCEL', 'FAIL']],
  ] as const)(
    'takes the commands that make sense during %s, and when it is paused or has ended',
    async (place, ones) => {
      const job = await startAt(place);
      expect(job.taken()).toEqual(ones);
      job.send({ type: 'PAUSE' });
      expect(job.taken()).toEqual(['UNPAUSE', 'CANCEL', 'FAIL']);
      job.send({ type: 'CANCEL' });
      expect([job.view().state, job.work(), job.taken()]).toEqual(['cancelled', null, []]);
    },
  );

  it('goes on from a snapshot that has been through JSON', async () => {
    const job = await startAt('writeParts');
    job.send({ type: 'ROWS_EXPORTED', exported: 20, total: 30 });
    await job.done('writeParts', { more: true });
    const persisted = job.actor.getPersistedSnapshot();

    const next = startExport(JSON.parse(JSON.stringify(persisted)) as typeof persisted);
    expect(next.view()).toEqual(job.view());
    next.send({ type: 'PROCEED' });
    await next.done('writeParts', { more: false });
    expect(next.view().state).toBe('finished');
  });
});

type Persisted = ReturnType<ReturnType<typeof createActor<typeof subscriberExportMachine>>['getPersistedSnapshot']>;

/** A live machine whose work waits until the test says how it ends. */
function startExport(snapshot?: Persisted) {
  let atWork: { name: Work; resolve(output: unknown): void; reject(error: unknown): void } | null = null;
  const work = (name: Work) =>
    fromPromise<any, any>(({ signal }) => {
      const promise = new Promise((resolve, reject) => (atWork = { name, resolve, reject }));
      signal.addEventListener('abort', () => (atWork = null));
      return promise;
    });
  const machine = subscriberExportMachine.provide({
    actors: { takeTurn: work('takeTurn'), takeSnapshot: work('takeSnapshot'), writeParts: work('writeParts') },
  });
  const actor = createActor(machine, { input: { exportId: 5 }, ...(snapshot === undefined ? {} : { snapshot }) });
  actor.start();
  const take = (name: Work) => {
    const open = atWork;
    if (open?.name !== name) throw new Error(`Expected ${name} to be at work, but found ${open?.name ?? 'nothing'}.`);
    atWork = null;
    return open;
  };
  return {
    actor,
    work: () => atWork?.name ?? null,
    view: () => subscriberExportView(actor.getSnapshot()),
    taken: () => COMMANDS.filter((type) => actor.getSnapshot().can({ type } as SubscriberExportEvent)),
    send: (...events: SubscriberExportEvent[]) => {
      for (const event of events) actor.send(event);
    },
    done: async (name: Work, output?: unknown) => {
      take(name).resolve(output);
      await settled();
    },
    fails: async (name: Work, type: string, message = 'No.') => {
      take(name).reject({ type, message });
      await settled();
    },
  };
}

/** Brings an export to the work of that name. */
async function startAt(place: Work) {
  const job = startExport();
  if (place === 'takeTurn') return job;
  await job.done('takeTurn');
  if (place === 'takeSnapshot') return job;
  await job.done('takeSnapshot', { rows: 30 });
  return job;
}

/** Promise callbacks all run before the next turn of the event loop. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
