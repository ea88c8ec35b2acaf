import { describe, expect, it } from 'vitest';
import { startImport } from './support.ts';

describe('a subscriber import that needs a turn of its organization', () => {
  it('stays scheduled until it has one, and says so', async () => {
    const job = startImport({ turns: true });
    expect([job.work()?.name, job.view()]).toMatchObject(['takeTurn', { state: 'scheduled', is_queued: true }]);
    await job.done('takeTurn');
    expect([job.work()?.name, job.view().state]).toEqual(['scan', 'splitting']);
    expect(job.view()).not.toHaveProperty('is_queued');
  });

  it('asks for it when its time has come, and downloads then', async () => {
    const job = startImport({ turns: true, source: 'url', beginsAt: 1000 });
    expect(job.work()).toBeNull();
    job.clock.increment(1000);
    await job.done('takeTurn');
    expect(job.view().state).toBe('downloading');
  });

  it('has as much time to download as without a wait', async () => {
    const job = startImport({ turns: true, source: 'url' });
    job.clock.increment(10 * 900_000);
    await job.done('takeTurn');
    job.clock.increment(899_999);
    expect(job.view().state).toBe('downloading');
  });

  it('is paused and cancelled while it waits, and waits again when it goes on', () => {
    const job = startImport({ turns: true });
    job.send({ type: 'PAUSE' });
    expect([job.work(), job.view().state]).toEqual([null, 'paused']);
    job.send({ type: 'UNPAUSE' });
    expect([job.work()?.name, job.view().state]).toEqual(['takeTurn', 'scheduled']);
    job.send({ type: 'CANCEL' });
    expect([job.work(), job.view().state]).toEqual([null, 'cancelled']);
  });

  it('needs none when it is small, or began before there were turns', () => {
    expect(startImport({ turns: true, small: true }).work()?.name).toBe('importInline');
    expect(startImport().work()?.name).toBe('scan');
  });

  it('asks for one again when it is restarted', async () => {
    const job = startImport({ turns: true });
    await job.fails('takeTurn', 'ImportMissing');
    expect(job.view().state).toBe('failed');
    job.send({ type: 'RESTART' });
    await job.done('reopen');
    expect(job.work()?.name).toBe('takeTurn');
  });
});
