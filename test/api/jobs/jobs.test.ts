import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addList, createImport, setImport } from '../support/import-rows.ts';

interface Job {
  id: number;
  job_type: string;
  name: string;
  state: string;
  [key: string]: unknown;
}

describe('background jobs', () => {
  let api: TestApi;
  let own: { id: number; key: string };
  let other: { id: number; key: string };
  let importId: number;
  beforeAll(async () => {
    api = await build();
    own = await api.addOrganization();
    other = await api.addOrganization();
    const listId = await addList(api, { name: 'News 100%' }, own.key);
    importId = (await createImport(api, listId, {}, own.key)).data.id;
    await setImport(api, importId, { state: 'downloading', number_of_records: 9, begins_at: '2024-01-05T00:00:00Z' });
    await query(`update subscriber_imports set created_at = '2024-01-05T00:00:00Z' where id = $1`, [importId]);
    await query(
      `insert into import_chunks (subscriber_import_id, chunk_number, added, skipped_active) values ($1, 0, 3, 1)`,
      [importId],
    );
    await query(
      `insert into campaigns (organization_id, mailing_list_id, name, state, state2, paused, begins_at, finished_at, created_at, updated_at)
       values ($1, $2, 'sent', 'finished', 'finished', false, '2024-01-01T00:00:00Z', '2024-01-03T00:00:00Z', '2024-01-01', '2024-01-03'),
         ($1, $2, 'drafted', 'idle', null, true, null, null, '2024-01-02', '2024-01-02')`,
      [own.id, listId],
    );
    await query(
      `insert into subscriber_exports (organization_id, mailing_list_id, name, state, created_at)
       values ($1, $2, 'export.csv', 'paused', '2024-01-03')`,
      [own.id, listId],
    );
    await query(
      `with list as (insert into suppression_lists (organization_id, name) values ($1, 'No mail') returning id)
       insert into suppressed_address_imports (organization_id, suppression_list_id, name, state, created_at)
       select $1, id, 'no-mail.csv', 'failed', '2024-01-04' from list`,
      [own.id],
    );
    const theirs = await addList(api, {}, other.key);
    await query(
      `insert into campaigns (organization_id, mailing_list_id, name, created_at) values ($1, $2, 'theirs', '2024-01-06')`,
      [other.id, theirs],
    );
  });

  const query = (text: string, values: unknown[]) => api.database.pool.query(text, values);
  const list = (path: string, key = own.key) => api.call<Job[]>('GET', path, undefined, key);
  const namesOf = async (path: string, key?: string) => (await list(path, key)).data.map(({ name }) => name);

  it('GET /jobs/all answers every job of the organization, the latest first, with four paging keys and a page size of 2000', async () => {
    expect(await namesOf('/jobs/all')).toEqual(['data', 'no-mail.csv', 'export.csv', 'drafted', 'sent']);
    expect(await list('/jobs/all')).toMatchObject({ page: 0, per_page: 2000, num_records: 5, num_pages: 1 });
    expect(await namesOf('/jobs/all?per_page=2&page=1')).toEqual(['export.csv', 'drafted']);
  });

  it('GET /jobs/unfinished leaves out what is finished, failed or cancelled', async () => {
    expect(await namesOf('/jobs/unfinished')).toEqual(['data', 'export.csv', 'drafted']);
  });

  it.each(['all', 'unfinished'])(
    'GET /jobs/%s_on_all_organizations and /organizations/:id/jobs/%s are for system admins',
    async (which) => {
      const everywhere = `/jobs/${which}_on_all_organizations`;
      const theirs = `/organizations/${other.id}/jobs/${which}`;
      expect(await namesOf(everywhere, api.admin)).toEqual(['theirs', ...(await namesOf(`/jobs/${which}`))]);
      expect(await namesOf(theirs, api.admin)).toEqual(['theirs']);
      for (const path of [everywhere, theirs]) {
        expect(await list(path)).toMatchObject({ status: 403, data: null, error_code: 'not_authorized' });
      }
      expect(await list(`/organizations/999999/jobs/${which}`, api.admin)).toMatchObject({ error_code: 'not_found' });
      expect(await namesOf(`/jobs/${which}`, api.admin)).toEqual([]);
    },
  );

  it('shows a record with its keys in order; a downloading import is loading_delayed, its progress is from the ledger', async () => {
    const [job] = (await list('/jobs/all')).data;
    expect(JSON.stringify(job)).toBe(
      JSON.stringify({
        id: importId,
        job_type: 'SubscriberImport',
        name: 'data',
        state: 'loading_delayed',
        state2: null,
        paused: false,
        organization_id: own.id,
        mailing_list_id: job?.mailing_list_id,
        suppression_list_id: null,
        progress_value: 4,
        progress_total: 9,
        begins_at: '2024-01-05T00:00:00Z',
        started_at: null,
        finished_at: null,
        retry_at: null,
        created_at: '2024-01-05T00:00:00Z',
        updated_at: '2024-01-05T00:00:00Z',
        organization_name: job?.organization_name,
        mailing_list_name: 'News 100%',
        dry_run: false,
        created_by: job?.created_by,
      }),
    );
  });

  it('shows the second state of a campaign, the suppression list of an import of addresses, and what is paused', async () => {
    const jobs = new Map((await list('/jobs/all')).data.map((job) => [job.name, job]));
    expect(jobs.get('sent')).toMatchObject({
      job_type: 'Campaign',
      state: 'finished',
      state2: 'finished',
      paused: false,
    });
    expect(jobs.get('drafted')).toMatchObject({ state: 'idle', paused: true });
    expect(jobs.get('export.csv')).toMatchObject({ job_type: 'SubscriberExport', state: 'paused', paused: true });
    expect(jobs.get('no-mail.csv')).toMatchObject({
      job_type: 'SuppressedAddressImport',
      mailing_list_id: null,
      mailing_list_name: null,
      dry_run: null,
      suppression_list_id: expect.any(Number),
    });
  });

  it.each([
    ['state=idle', ['drafted']],
    ['state=loading_delayed', ['data']],
    ['state=idle,paused', ['export.csv', 'drafted']],
    ['state=idle&state=failed', ['no-mail.csv', 'drafted']],
    ['state[]=idle&state[]=finished', ['drafted', 'sent']],
    ['job_type=Campaign', ['drafted', 'sent']],
    ['job_type=Campaign,SubscriberExport&state=idle,paused', ['export.csv', 'drafted']],
    ['begins_at__after=2024-01-01T00:00:00Z', ['data']],
    ['begins_at__after=1704067199', ['data', 'sent']],
    ['begins_at__before=2024-01-05T00:00:00Z', ['sent']],
    ['begins_at__before=1704067200', []],
    ['finished_at__after=2024-01-02T23:00:00-02:00', []],
    ['finished_at__after=2024-01-02T23:00:00%2B02:00', ['sent']],
    ['finished_at__before=1704240001', ['sent']],
    ['search=MAIL.', ['no-mail.csv']],
    ['search=%20s%20100%25%20', ['data', 'export.csv', 'drafted', 'sent']],
    ['search=1_0', []],
    ['search=news&job_type=Campaign&state=idle', ['drafted']],
    ['search=daily', []],
  ])('takes %s', async (text, expected) => {
    expect(await namesOf(`/jobs/all?${text}`)).toEqual(expected);
  });

  it('finds a job by its id, and among those of all organizations by the name of its organization', async () => {
    expect((await list(`/jobs/all?search=${importId}&job_type=SubscriberImport`)).data.map(({ id }) => id)).toEqual([
      importId,
    ]);
    const { id, key } = await api.addOrganization({ name: 'Weekly' });
    const dryRun = (await createImport(api, await addList(api, {}, key), { dry_run: true }, key)).data.id;
    const found = await list('/jobs/unfinished_on_all_organizations?search=wEEk', api.admin);
    expect(found).toMatchObject({ num_records: 1 });
    expect(found.data).toMatchObject([
      {
        id: dryRun,
        organization_id: id,
        organization_name: 'Weekly',
        mailing_list_name: expect.any(String),
        dry_run: true,
      },
    ]);
  });

  it.each([
    ['state=running', 'invalid_request'],
    ['job_type=campaign', 'invalid_request'],
    ['begins_at__after=yesterday', 'invalid_request'],
    ['finished_at__before=2024-13-01', 'invalid_request'],
    ['begins_at__before=1&begins_at__before=2', 'invalid_request'],
    ['page=-1', 'invalid_request'],
    ['page_token=x', 'invalid_request'],
    ['per_page=2001', 'requested_too_many'],
  ])('answers %s with %s', async (text, error_code) => {
    expect(await list(`/jobs/all?${text}`)).toMatchObject({ status: 200, success: false, data: null, error_code });
  });

  it('names an import after its file, or the last part of its URL', async () => {
    const { id, key } = await api.addOrganization();
    const listId = await addList(api, {}, key);
    for (const source of [
      { type: 'upload_directory', filename: 'people.csv' },
      { type: 'url', url: 'https://example.com/a/b%20c.csv?x=/y' },
      { type: 'url', url: 'https://example.com/' },
    ]) {
      const created = (await createImport(api, listId, {}, key)).data.id;
      await query(`update subscriber_imports set options = jsonb_set(options, '{file_source}', $2) where id = $1`, [
        created,
        source,
      ]);
    }
    expect(await namesOf(`/organizations/${id}/jobs/all`, api.admin)).toEqual([
      'https://example.com/',
      'b%20c.csv',
      'people.csv',
    ]);
  });
});
