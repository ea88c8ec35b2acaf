import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { build } from '../support/build.ts';
import type { Answer, TestApi } from '../support/build.ts';
import { addList, createImport } from '../support/import-rows.ts';

const REFUSED = {
  status: 200,
  success: false,
  data: null,
  error_code: 'invalid_request',
  error_message: 'the confirmation code is wrong, expired or already used',
};
const NOT_FOUND = { status: 200, success: false, data: null, error_code: 'not_found' };

describe('the deletion of a mailing list', () => {
  let api: TestApi;
  let organization: { id: number; key: string };
  let listId: number;

  beforeAll(async () => {
    api = await build();
    organization = await api.addOrganization();
  });

  beforeEach(async () => {
    api.jobs.started.length = 0;
    api.jobs.reachable = true;
    listId = await addList(api, {}, organization.key);
  });

  const call = <Data = Record<string, unknown>>(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
  ) => api.call<Data>(method, path, body, organization.key);
  const askForCode = async (id = listId, key = organization.key): Promise<string> => {
    const { data } = await api.call('GET', `/mailing_lists/${id}/delete_confirmation_code`, undefined, key);
    return data.delete_confirmation_code as string;
  };
  const confirm = (code: string, id = listId, key = organization.key): Promise<Answer> =>
    api.call('DELETE', `/mailing_lists/${id}/confirmed/${code}`, undefined, key);
  const expireCodes = () => api.database.pool.query(`update list_deletion_codes set expires_at = now()`);

  describe('GET /mailing_lists/:mailing_list_id/delete_confirmation_code', () => {
    it('answers a code of 40 hex characters and the unix seconds at which its two minutes end', async () => {
      const asked = Date.now();
      const { success, data } = await call('GET', `/mailing_lists/${listId}/delete_confirmation_code`);
      expect(success).toBe(true);
      const [, seconds] = /^[0-9a-f]{40}:(\d+)$/.exec(data.delete_confirmation_code as string) ?? [];
      expect(data).toEqual({
        delete_confirmation_code: expect.any(String),
        delete_confirmation_expires_at: `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}Z`,
      });
      const expiresAt = Number(seconds) * 1000;
      expect(expiresAt).toBeGreaterThan(asked + 119_000);
      expect(expiresAt).toBeLessThan(Date.now() + 122_000);
    });

    it('keeps the hash of a code only, and forgets codes that have expired', async () => {
      await askForCode();
      await expireCodes();
      const code = await askForCode();
      const { rows } = await api.database.pool.query<{ stored: string }>(
        'select c::text as stored from list_deletion_codes c',
      );
      expect(rows).toHaveLength(1);
      expect(rows[0]?.stored).not.toContain(code.slice(0, 40));
    });

    it('is not_found for a list that is unknown, or of another organization', async () => {
      const { key } = await api.addOrganization();
      expect(await call('GET', '/mailing_lists/999999/delete_confirmation_code')).toMatchObject(NOT_FOUND);
      expect(await call('GET', '/mailing_lists/x/delete_confirmation_code')).toMatchObject(NOT_FOUND);
      const path = `/mailing_lists/${listId}/delete_confirmation_code`;
      expect(await api.call('GET', path, undefined, key)).toMatchObject(NOT_FOUND);
    });
  });

  describe('DELETE /mailing_lists/:mailing_list_id/confirmed/:delete_confirmation_code', () => {
    it('answers empty success and starts the workflow that deletes the subscribers', async () => {
      expect(await confirm(await askForCode())).toEqual({
        status: 200,
        success: true,
        data: null,
        error_code: null,
        error_message: null,
      });
      expect(api.jobs.started).toMatchObject([
        {
          workflowType: 'listDeletion',
          workflowId: `list-deletion/${listId}`,
          input: { mailingListId: listId },
          organizationId: organization.id,
        },
      ]);
      expect(await deletionOf(listId)).toMatchObject([{ state: 'cancelling_jobs', started: true }]);
    });

    it('hides the list from every read at once', async () => {
      await confirm(await askForCode());

      const { data: lists } = await call<{ id: number }[]>('GET', '/mailing_lists');
      expect(lists.map(({ id }) => id)).not.toContain(listId);
      const { data: counts } = await call<{ mailing_lists: { mailing_list: { id: number } }[] }>(
        'GET',
        '/subscriber_counts',
      );
      expect(counts.mailing_lists.map((entry) => entry.mailing_list.id)).not.toContain(listId);
      for (const path of [
        `/mailing_lists/${listId}/subscribers`,
        `/mailing_lists/${listId}/custom_fields`,
        `/mailing_lists/${listId}/subscriber_imports`,
        `/mailing_lists/${listId}/delete_confirmation_code`,
      ]) {
        expect([path, await call('GET', path)]).toEqual([path, expect.objectContaining(NOT_FOUND)]);
      }
      expect(await call('PUT', `/mailing_lists/${listId}`, { mailing_list: { name: 'New' } })).toMatchObject(NOT_FOUND);
      expect(await createImport(api, listId, {}, organization.key)).toMatchObject(NOT_FOUND);
    });

    it('takes the code with its colon percent-encoded too', async () => {
      const code = await askForCode();
      expect(await confirm(code.replace(':', '%3A'))).toMatchObject({ success: true });
    });

    it('takes any of several valid codes', async () => {
      const [first] = [await askForCode(), await askForCode()];
      expect(await confirm(first)).toMatchObject({ success: true });
    });

    it('frees the name of the list', async () => {
      const named = await addList(api, { name: 'Taken' }, organization.key);
      await confirm(await askForCode(named), named);
      expect(await call('POST', '/mailing_lists', { mailing_list: { name: 'Taken' } })).toMatchObject({
        success: true,
      });
    });

    it('is invalid_request for a code that is wrong, expired, or of another list', async () => {
      const other = await addList(api, {}, organization.key);
      const code = await askForCode();
      const wrong = [
        'x',
        code.slice(0, 40),
        `${code}0`,
        code.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
        `${code.slice(0, 40)}:9999999999`,
        await askForCode(other),
      ];
      for (const guess of wrong) expect([guess, await confirm(guess)]).toEqual([guess, REFUSED]);
      await expireCodes();
      expect(await confirm(code)).toEqual(REFUSED);
      expect(await call('GET', `/mailing_lists/${listId}/subscribers`)).toMatchObject({ success: true });
      expect([await deletionOf(listId), api.jobs.started]).toEqual([[], []]);
    });

    it('is invalid_request for a code that a key of another organization asked for', async () => {
      expect(await confirm(await askForCode(listId, api.admin))).toEqual(REFUSED);
      expect(await confirm(await askForCode(listId, api.admin), listId, api.admin)).toMatchObject({ success: true });
    });

    it('is not_found for a list that is unknown, deleted already, or of another organization', async () => {
      const { key } = await api.addOrganization();
      const codes = [await askForCode(), await askForCode()] as const;
      expect(await confirm(codes[0], 999_999)).toMatchObject(NOT_FOUND);
      expect(await confirm(codes[0], listId, key)).toMatchObject(NOT_FOUND);
      await confirm(codes[0]);
      for (const code of codes) expect(await confirm(code)).toMatchObject(NOT_FOUND);
    });

    it('happens once when it is asked for twice at the same time', async () => {
      const code = await askForCode();
      const answers = await Promise.all([confirm(code), confirm(code), confirm(code)]);
      expect(answers.filter(({ success }) => success)).toHaveLength(1);
      expect(api.jobs.started).toHaveLength(1);
    });

    it('succeeds while Temporal is away, and leaves the start to the sweep', async () => {
      api.jobs.reachable = false;
      expect(await confirm(await askForCode())).toMatchObject({ success: true });
      expect(await deletionOf(listId)).toMatchObject([{ state: 'cancelling_jobs', started: false }]);
    });

    it('writes no code into the log', async () => {
      const code = await askForCode();
      await confirm(`${code}0`);
      await confirm(code);
      expect(api.log.join('')).not.toContain(code.slice(0, 40));
    });

    it('is not_authorized without a credential', async () => {
      const url = `${API_PREFIX}/mailing_lists/${listId}/confirmed/${await askForCode()}`;
      expect((await api.inject({ method: 'DELETE', url })).json()).toMatchObject({ error_code: 'not_authorized' });
    });
  });

  async function deletionOf(id: number) {
    const { rows } = await api.database.pool.query(
      'select state, workflow_started_at is not null as started from list_deletions where mailing_list_id = $1',
      [id],
    );
    return rows;
  }
});
