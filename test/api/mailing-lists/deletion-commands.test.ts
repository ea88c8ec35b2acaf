import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList } from '../support/import-rows.ts';

const NOT_FOUND = { status: 200, success: false, data: null, error_code: 'not_found' };

describe('the deletion of a mailing list, while it runs', () => {
  let api: TestApi;
  let organization: { id: number; key: string };
  let listId: number;

  beforeAll(async () => {
    api = await build();
    organization = await api.addOrganization();
  });

  beforeEach(async () => {
    Object.assign(api.jobs, { reachable: true, outcomes: ['done'], onCommand: () => Promise.resolve() });
    api.jobs.started.length = api.jobs.commands.length = 0;
    listId = await addList(api, { name: `List ${Math.random()}` }, organization.key);
    const { data } = await call('GET', `/mailing_lists/${listId}/delete_confirmation_code`);
    await call('DELETE', `/mailing_lists/${listId}/confirmed/${data.delete_confirmation_code as string}`);
    await set(`state = 'deleting_subscribers', subscribers_total = 10, subscribers_deleted = 4`);
  });

  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, key = organization.key) =>
    api.call(method, path, undefined, key);
  const deletion = (command = '') =>
    call(command === '' ? 'GET' : 'POST', `/mailing_lists/${listId}/deletion${command}`);
  const set = (values: string) =>
    api.database.pool.query(`update list_deletions set ${values} where mailing_list_id = $1`, [listId]);

  it('shows its state and progress to its organization and to system administrators', async () => {
    const expected = {
      mailing_list_id: listId,
      mailing_list_name: expect.stringMatching(/^List /),
      state: 'deleting_subscribers',
      error_message: null,
      created_at: expect.stringMatching(/Z$/),
      finished_at: null,
      stats: { number_of_subscribers: 10, subscribers_deleted: 4 },
    };
    expect((await deletion()).data).toEqual(expected);
    expect((await api.call('GET', `/mailing_lists/${listId}/deletion`)).data).toEqual(expected);

    const { key } = await api.addOrganization();
    const other = await addList(api, {}, organization.key);
    for (const [path, by] of [
      [`/mailing_lists/${listId}/deletion`, key],
      [`/mailing_lists/${other}/deletion`, organization.key],
      ['/mailing_lists/x/deletion', organization.key],
    ] as const) {
      expect(await call('GET', path, by)).toMatchObject(NOT_FOUND);
    }
    expect(await call('POST', `/mailing_lists/${listId}/deletion/pause`, key)).toMatchObject(NOT_FOUND);
    expect(api.jobs.commands).toEqual([]);
  });

  it('is paused and unpaused in the name of the key', async () => {
    api.jobs.onCommand = async (name) =>
      void (await set(`state = '${name === 'pause' ? 'paused' : 'cancelling_jobs'}'`));
    expect((await deletion('/pause')).data).toMatchObject({ state: 'paused' });
    expect((await deletion('/unpause')).data).toMatchObject({ state: 'cancelling_jobs' });
    const by = { type: 'api_key', id: expect.any(Number) };
    const workflowId = `list-deletion/${listId}`;
    expect(api.jobs.commands).toEqual(['pause', 'unpause'].map((name) => ({ workflowId, name, by })));
  });

  it('refuses what its state does not allow, without a command once it has ended', async () => {
    api.jobs.outcomes = ['rejected'];
    const refused = (state: string, done: string) => ({
      error_code: 'validation_failed',
      error_message: `deletion is ${state} and cannot be ${done}`,
    });
    expect(await deletion('/unpause')).toMatchObject(refused('deleting_subscribers', 'unpaused'));
    await set(`state = 'finished', finished_at = now()`);
    expect(await deletion('/pause')).toMatchObject(refused('finished', 'paused'));
    expect(api.jobs.commands).toHaveLength(1);
  });

  it('is started by a command when Temporal was away at its confirmation, and says when no worker answers', async () => {
    await set('workflow_started_at = null');
    api.jobs.started.length = 0;
    api.jobs.outcomes = ['gone', 'done'];
    expect(await deletion('/pause')).toMatchObject({ success: true });
    expect(api.jobs.started).toMatchObject([{ workflowId: `list-deletion/${listId}` }]);

    api.jobs.outcomes = ['unanswered'];
    expect(await deletion('/pause')).toMatchObject({
      ...{ status: 503, error_code: 'internal_error' },
      error_message: expect.stringContaining('no worker answered in time'),
    });
  });

  it('is among the jobs when its type is requested, and only then', async () => {
    const ids = async (query: string) => {
      const { data } = await call('GET', `/jobs/${query}`);
      return (data as unknown as { job_type: string; mailing_list_id: number }[])
        .filter((job) => job.mailing_list_id === listId)
        .map((job) => job.job_type);
    };
    expect(await ids('all')).toEqual([]);
    expect(await ids('unfinished?state=deleting_subscribers')).toEqual([]);
    expect(await ids('all?job_type=MailingListDeletion')).toEqual(['MailingListDeletion']);
    const query = 'unfinished?job_type=SubscriberImport,MailingListDeletion&state=deleting_subscribers';
    expect(await ids(query)).toEqual(['MailingListDeletion']);
    const { data } = await call('GET', '/jobs/unfinished?job_type=MailingListDeletion&per_page=1');
    expect(data).toMatchObject([{ id: listId, progress_value: 4, progress_total: 10, paused: false, begins_at: null }]);
    await set(`state = 'finished', finished_at = now()`);
    expect(await ids('unfinished?job_type=MailingListDeletion')).toEqual([]);
  });
});
