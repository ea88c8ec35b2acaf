import { setImmediate } from 'node:timers/promises';
import { CancelledFailure } from '@temporalio/common';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { processOf } from '../../../../engine/db/core/process-of.ts';
import { inTransaction } from '../../../../engine/db/core/transaction.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { attempt, createEnvironment, stageImport, undisturbed } from '../pipeline.ts';
import { hold } from '../waiting.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

describe('a cancelled activity', () => {
  it.each([
    ['mergeChunk', 'select 1 from mailing_lists where id = $1 for update'],
    ['mergeChunk', 'select 1 from subscribers where mailing_list_id = $1 for update'],
    ['settleImport', 'select 1 from subscribers where mailing_list_id = $1 for update'],
  ] as const)(
    '%s that waits for a lock (%s) stops at once, and its piece can be done later',
    async (name, statement) => {
      const list = await fixture.createList({ fields: [{ name: 'City', fieldType: 'text' }] });
      await fixture.addSubscribers(list.id, [{ email: 'ann@x.io' }]);
      const column_mapping = ['email', 'City'];
      const options = { overwrite: true, deactivate_subscribers_not_in_import: true, column_mapping };
      const source = name === 'mergeChunk' ? 'ann@x.io,Berlin\nbob@x.io,\n' : 'bob@x.io,\n';
      const importId = await fixture.createImport(list, source, options);
      await stageImport(importId, { perform: undisturbed(fixture.deps) });
      const before = await fixture.readSubscribers(list.id);

      const holder = await hold(fixture.pool, statement, [list.id]);
      const environment = createEnvironment();
      const waiting = attempt(fixture.deps, name, { importId, number: 0 }, environment);
      const cancelled = expect(waiting).rejects.toBeInstanceOf(CancelledFailure);
      await holder.untilWaitedFor();
      environment.cancel();
      await cancelled;
      await holder.release();

      expect(await fixture.readSubscribers(list.id)).toEqual(before);
      await attempt(fixture.deps, name, { importId, number: 0 });
      expect(await fixture.readSubscribers(list.id)).not.toEqual(before);
    },
  );

  it.each(['scanSource', 'stageRange', 'mergeChunk', 'admitRows', 'settleImport'] as const)(
    '%s does not begin when it was cancelled before',
    async (name) => {
      const list = await fixture.createList();
      const importId = await fixture.createImport(list, 'ann@x.io\n', { deactivate_subscribers_not_in_import: true });
      const environment = createEnvironment();
      environment.cancel();
      await expect(attempt(fixture.deps, name, { importId, number: 0 }, environment)).rejects.toBeInstanceOf(
        CancelledFailure,
      );
      expect(await fixture.stagingTables(importId)).toEqual([]);
    },
  );

  it('leaves no stream behind that fails unheard when it comes before a range is read', async () => {
    // Large enough for a thread.
    const importId = await fixture.createImport(await fixture.createList(), 'ann@x.io\n'.repeat(10_000));
    const deps = { ...fixture.deps, rangeBytes: 1_048_576, chunkRows: 100_000 };
    await attempt(deps, 'scanSource', { importId });
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('uncaughtException', note);
    const environment = createEnvironment();
    environment.cancel();
    await expect(attempt(deps, 'stageRange', { importId, number: 0 }, environment)).rejects.toBeInstanceOf(
      CancelledFailure,
    );
    await setImmediate();
    process.off('uncaughtException', note);
    expect(unhandled).toEqual([]);
  });
});

describe('a transaction', () => {
  it('is cancelled in its next statement when the cancellation comes between two', async () => {
    const list = await fixture.createList();
    const holder = await hold(fixture.pool, 'select 1 from mailing_lists where id = $1 for update', [list.id]);
    const controller = new AbortController();
    // A cancellation ends its own connection once Postgres has answered it.
    const ended = vi.spyOn(pg.Client.prototype, 'end');
    onTestFinished(() => ended.mockRestore());
    const work = inTransaction(
      fixture.pool,
      async (client) => {
        controller.abort();
        await vi.waitFor(() => expect(ended).toHaveBeenCalled(), PATIENCE);
        await client.query('select 1 from mailing_lists where id = $1 for share', [list.id]);
      },
      controller.signal,
    );
    await expect(work).rejects.toMatchObject({ code: '57014' });
    await holder.release();
  });

  it('fails, and the process lives on, when its connection breaks between two statements', async () => {
    await expect(
      inTransaction(fixture.pool, async (client) => {
        const ended = new Promise<void>((resolve) => client.once('end', resolve));
        await fixture.pool.query('select pg_terminate_backend($1)', [processOf(client)]);
        await ended;
        await client.query('select 1');
      }),
    ).rejects.toThrow();
    await expect(inTransaction(fixture.pool, () => Promise.resolve('again'))).resolves.toBe('again');
  });
});

const PATIENCE = { timeout: 30_000, interval: 20 };
