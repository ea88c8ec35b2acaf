import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerOf, dataOf } from '../../../client/index.ts';
import type { ImportCommand } from '../../../api/jobs/jobs.ts';
import { COUNTERS } from '../../../engine/domain/subscriber-imports.ts';
import type { SubscriberImportView } from '../../../machines/subscriber-import-view.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport, setImport } from '../support/import-rows.ts';

const ZEROS = Object.fromEntries(COUNTERS.map((counter) => [counter, 0]));
const VIEW: SubscriberImportView = {
  state: 'importing',
  health: 'ok',
  error_message: null,
  number_of_records: 10,
  records_imported: 4,
  counters: { added: 3, failed: 1 },
  unchanged: 2,
  progress: { ranges: [1, 1], chunks: [1, 2] },
  parked: [],
};

describe('one import', () => {
  let api: TestApi;
  let listId: number;
  let id: number;
  beforeAll(async () => {
    api = await build();
    listId = await addList(api);
  });
  beforeEach(async () => {
    ({
      data: { id },
    } = await createImport(api, listId));
    await setImport(api, id, { begins_at: '2026-01-01T00:00:00Z' });
    api.jobs.commands.length = 0;
    api.jobs.outcomes = ['done'];
    api.jobs.reachable = true;
    api.jobs.onCommand = () => Promise.resolve();
  });

  const params = () => ({ params: { path: { id } } });
  const show = (key?: string) => api.client(key).GET('/subscriber_imports/{id}', params());
  const send = (command: ImportCommand, key?: string) =>
    api.client(key).POST(`/subscriber_imports/{id}/${command}`, params());
  const setView = (view: Partial<SubscriberImportView>) =>
    api.jobs.views.set(`subscriber-import/${id}`, { ...VIEW, ...view });

  describe('detail', () => {
    it('comes from the workflow while it runs', async () => {
      setView({});
      const { state, stats } = await dataOf(show());
      expect(state).toBe('importing');
      expect(stats).toEqual({
        number_of_records: 10,
        records_imported: 4,
        subscribers: { ...ZEROS, added: 3, failed: 1 },
        unchanged: 2,
        deactivated: null,
      });
    });

    it('comes from the workflow when it has not recorded anything for a second and a half', async () => {
      setView({});
      await setImport(api, id, { begins_at: new Date(Date.now() - 1_000).toISOString() });
      expect((await dataOf(show())).state).toBe('importing');
    });

    it('comes from the row when the import ends in its first moments', async () => {
      setView({});
      await setImport(api, id, { begins_at: new Date().toISOString() });
      const shown = dataOf(show());
      const totals = JSON.stringify({ ...ZEROS, added: 7 });
      await setImport(api, id, { state: 'finished', finished_at: '2026-01-02T03:04:05Z', totals });
      expect(await shown).toMatchObject({ state: 'finished', stats: { subscribers: { added: 7 } } });
    });

    it('comes from row and ledger when no worker answers', async () => {
      await setImport(api, id, { state: 'importing', number_of_records: 9 });
      await api.database.pool.query(
        `insert into import_chunks (subscriber_import_id, chunk_number, updated, skipped_duplicate)
         values ($1, 0, 2, 1), ($1, 1, 5, 0)`,
        [id],
      );
      await api.database.pool.query(
        `insert into import_ranges (subscriber_import_id, range_number, byte_start, byte_end, first_row, records, failed)
         values ($1, 0, 0, 9, 1, 9, 1)`,
        [id],
      );
      expect(await dataOf(show())).toMatchObject({
        state: 'importing',
        stats: {
          number_of_records: 9,
          records_imported: 9,
          subscribers: { ...ZEROS, updated: 7, failed: 1, skipped_duplicate: 1 },
        },
      });
    });

    it.each(['splitting', 'importing'] as const)(
      'comes from row and ledger of an import that is %s, and no workflow is asked',
      async (state) => {
        const view = vi.spyOn(api.jobs, 'view').mockRejectedValue(new Error('asked'));
        await setImport(api, id, { state, number_of_records: 9 });
        await api.database.pool.query(
          `insert into import_chunks (subscriber_import_id, chunk_number, added, unchanged) values ($1, 0, 3, 1)`,
          [id],
        );
        expect(await dataOf(show())).toMatchObject({
          state,
          error_message: null,
          pause_reason: null,
          stats: { number_of_records: 9, records_imported: 3, subscribers: { ...ZEROS, added: 3 }, unchanged: 1 },
        });
        view.mockRestore();
      },
    );

    it('comes from the workflow of a paused import', async () => {
      setView({ state: 'importing' });
      await setImport(api, id, { state: 'paused' });
      expect((await dataOf(show())).state).toBe('importing');
    });

    it('of an ended import comes from its totals, and no workflow is asked', async () => {
      setView({ state: 'importing' });
      const totals = JSON.stringify({ ...ZEROS, added: 2 });
      await setImport(api, id, {
        state: 'failed',
        finished_at: '2024-05-06T07:08:09Z',
        error_message: 'The file is gone.',
        number_of_records: 2,
        totals,
      });
      expect(await dataOf(show())).toMatchObject({
        state: 'failed',
        finished_at: '2024-05-06T07:08:09Z',
        error_message: 'The file is gone.',
        stats: { number_of_records: 2, records_imported: 2, subscribers: { ...ZEROS, added: 2 } },
      });
    });

    it('has the time of the end when the import ends between row and view', async () => {
      const ask = api.jobs.view;
      api.jobs.view = async () => {
        await setImport(api, id, { state: 'finished', finished_at: '2024-05-06T07:08:09Z' });
        return { ...VIEW, state: 'finished' };
      };
      expect(await dataOf(show())).toMatchObject({ state: 'finished', finished_at: '2024-05-06T07:08:09Z' });
      api.jobs.view = ask;
    });

    it('is hidden from other organizations, but not from system administrators', async () => {
      const { key } = await api.addOrganization();
      expect(await answerOf(show(key))).toMatchObject({
        error_code: 'not_found',
        error_message: 'subscriber import not found',
      });
      const theirs = await createImport(api, await addList(api, {}, key), {}, key);
      expect((await api.call('GET', `/subscriber_imports/${theirs.data.id}`)).success).toBe(true);
    });

    it('is not_found for an unknown id', async () => {
      for (const unknown of ['99999', 'x', '-1']) {
        expect(await api.call('GET', `/subscriber_imports/${unknown}`)).toMatchObject({ error_code: 'not_found' });
      }
    });
  });

  describe('commands', () => {
    it.each(['pause', 'unpause', 'cancel'] as const)(
      'sends %s and answers the import as it is then',
      async (command) => {
        api.jobs.onCommand = () =>
          Promise.resolve(void setView({ state: command === 'pause' ? 'paused' : 'importing' }));
        expect((await dataOf(send(command))).state).toBe(command === 'pause' ? 'paused' : 'importing');
        const by = { type: 'api_key', id: expect.any(Number) as number };
        expect(api.jobs.commands).toEqual([{ workflowId: `subscriber-import/${id}`, name: command, by }]);
      },
    );

    it('does not ask the import again when it has answered the command', async () => {
      api.jobs.onCommand = () => Promise.resolve(void setView({ state: 'paused' }));
      const view = vi.spyOn(api.jobs, 'view').mockRejectedValue(new Error('asked again'));
      expect(await dataOf(send('pause'))).toMatchObject({ state: 'paused' });
      view.mockRestore();
    });

    it('takes an empty JSON body and ignores any other', async () => {
      for (const body of [{}, { anything: true }]) {
        expect(await api.call('POST', `/subscriber_imports/${id}/pause`, body)).toMatchObject({ success: true });
      }
    });

    it('answers a cancelled import with its end', async () => {
      api.jobs.onCommand = () => setImport(api, id, { state: 'cancelled', finished_at: '2024-05-06T07:08:09Z' });
      expect(await dataOf(send('cancel'))).toMatchObject({ state: 'cancelled', finished_at: '2024-05-06T07:08:09Z' });
    });

    it('answers validation_failed when the machine rejects a command', async () => {
      api.jobs.outcomes = ['rejected'];
      setView({ state: 'paused' });
      const { response, data } = await send('pause');
      expect(response.status).toBe(200);
      expect(data).toMatchObject({
        success: false,
        data: null,
        error_code: 'validation_failed',
        error_message: 'import is paused and cannot be paused',
      });
    });

    it.each(['finished', 'failed', 'cancelled'] as const)(
      'answers validation_failed for a %s import without asking a worker',
      async (state) => {
        await setImport(api, id, { state, finished_at: '2024-05-06T07:08:09Z' });
        for (const [command, participle] of [
          ['pause', 'paused'],
          ['unpause', 'unpaused'],
          ['cancel', 'cancelled'],
        ] as const) {
          expect(await answerOf(send(command))).toMatchObject({
            error_code: 'validation_failed',
            error_message: `import is ${state} and cannot be ${participle}`,
          });
        }
        expect(api.jobs.commands).toEqual([]);
      },
    );

    it('answers validation_failed when the import ends before the command arrives', async () => {
      api.jobs.outcomes = ['gone'];
      api.jobs.onCommand = () => setImport(api, id, { state: 'finished', finished_at: '2024-05-06T07:08:09Z' });
      expect(await answerOf(send('cancel'))).toMatchObject({
        error_code: 'validation_failed',
        error_message: 'import is finished and cannot be cancelled',
      });
    });

    it('answers internal_error with a sentence when nobody answers', async () => {
      api.jobs.outcomes = ['unanswered'];
      const { response, error } = await send('pause');
      expect(response.status).toBe(500);
      expect(error).toMatchObject({ success: false, data: null, error_code: 'internal_error' });
      expect(error?.error_message).toMatch(/^no worker answered in time, .* nothing of the import is lost/);
    });

    it('starts an import that nobody has started yet, then sends the command', async () => {
      await setImport(api, id, { workflow_started_at: null });
      api.jobs.outcomes = ['gone', 'done'];
      const started = api.jobs.started.length;
      expect((await answerOf(send('cancel'))).success).toBe(true);
      expect(api.jobs.started.slice(started).map(({ workflowId }) => workflowId)).toEqual([`subscriber-import/${id}`]);
      expect(api.jobs.commands.map(({ name }) => name)).toEqual(['cancel', 'cancel']);
    });

    it('is not_found for the import of another organization', async () => {
      const { key } = await api.addOrganization();
      for (const command of ['pause', 'unpause', 'cancel'] as const) {
        expect(await answerOf(send(command, key))).toMatchObject({ error_code: 'not_found' });
      }
      expect(api.jobs.commands).toEqual([]);
    });
  });
});
