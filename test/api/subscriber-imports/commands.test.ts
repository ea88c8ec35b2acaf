import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerOf, dataOf } from '../../../client/index.ts';
import type { ClientCommand } from '../../../api/jobs/jobs.ts';
import { beginImport, setView } from '../support/begun-import.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, setImport } from '../support/import-rows.ts';

describe('commands to one import', () => {
  let api: TestApi;
  let listId: number;
  let id: number;
  beforeAll(async () => {
    api = await build();
    listId = await addList(api);
  });
  beforeEach(async () => {
    id = await beginImport(api, listId);
  });

  const params = () => ({ params: { path: { id } } });
  const send = (command: ClientCommand, key?: string) =>
    api.client(key).POST(`/subscriber_imports/{id}/${command}`, params());

  it.each(['pause', 'unpause', 'cancel'] as const)('sends %s and answers the import as it is then', async (command) => {
    api.jobs.onCommand = () =>
      Promise.resolve(void setView(api, id, { state: command === 'pause' ? 'paused' : 'importing' }));
    expect((await dataOf(send(command))).state).toBe(command === 'pause' ? 'paused' : 'importing');
    const by = { type: 'api_key', id: expect.any(Number) as number };
    expect(api.jobs.commands).toEqual([{ workflowId: `subscriber-import/${id}`, name: command, by }]);
  });

  it('does not ask the import again when it has answered the command', async () => {
    api.jobs.onCommand = () => Promise.resolve(void setView(api, id, { state: 'paused' }));
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
    setView(api, id, { state: 'paused' });
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

  it.each([
    ['unanswered', /^no worker answered in time, so it is not known .* nothing of the import is lost/],
    ['untaken', /^no worker took the command, so the import has not been paused/],
  ] as const)('answers 503 with what is known when a command is %s', async (outcome, sentence) => {
    api.jobs.outcomes = [outcome];
    const { response, error } = await send('pause');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(error).toMatchObject({ success: false, data: null, error_code: 'internal_error' });
    expect(error?.error_message).toMatch(sentence);
  });

  it('answers 503 when the workflow has ended and the row has not: the database was set back', async () => {
    api.jobs.outcomes = ['gone'];
    const { response, error } = await send('pause');
    expect(response.status).toBe(503);
    expect(error?.error_message).toMatch(/^no worker took the command, so the import has not been paused/);
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
