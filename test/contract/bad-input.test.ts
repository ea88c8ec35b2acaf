import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../api/support/build.ts';
import type { Answer, TestApi } from '../api/support/build.ts';
import { watchChanges } from '../api/support/watch-changes.ts';
import { faultsOf, goodBodyOf } from './bad-input/faults.ts';
import { parametersOf, pathOf } from './bad-input/paths.ts';
import type { Parameter } from './bad-input/paths.ts';
import { createRecords } from './bad-input/records.ts';
import type { Records } from './bad-input/records.ts';
import { isSystemAdminsOnly } from './permissions.ts';
import { badInputTo, ENDPOINTS } from './rows.ts';
import { failed } from './support.ts';
import type { Row } from './support.ts';

const STATUSES: Readonly<Record<string, number>> = { not_authorized: 403 };
const NOBODYS_IDS = ['999999', '0', '-1', 'x', '1.5', '9'.repeat(30), '%00'];

describe('bad input', () => {
  let api: TestApi;
  let own: Records;
  let theirs: Records;
  let countChanges: () => Promise<number>;
  beforeAll(async () => {
    api = await build();
    own = await createRecords(api, await api.addOrganization());
    theirs = await createRecords(api, await api.addOrganization());
    countChanges = await watchChanges(api.database);
  });

  describe.each(ENDPOINTS.map((endpoint) => [badInputTo(endpoint), endpoint] as const))('%s', (_, endpoint) => {
    const [method] = endpoint.split(' ') as ['GET' | 'POST' | 'PUT', string];
    const isForSystemAdmins = isSystemAdminsOnly(endpoint);
    const faults = faultsOf(endpoint);
    const parameters = parametersOf(endpoint).filter(namesRecord);
    const keyOf = () => (isForSystemAdmins ? api.admin : own.key);
    const goodBody = () => goodBodyOf(endpoint)?.(own);

    /** Calls, and sees that nothing is written. */
    const refused = async (path: string, body: unknown, key = keyOf()): Promise<Answer<unknown>> => {
      const before = await written();
      const answer = await api.call<unknown>(method, path, body, key);
      expect(await written(), 'what is written').toEqual(before);
      return answer;
    };

    it('is refused with an unknown key', async () => {
      const nobody = Buffer.from(`${own.organization}:${'0'.repeat(40)}`).toString('base64');
      expect(await refused(pathOf(endpoint, own), goodBody(), nobody)).toEqual(failed('not_authorized', 401));
    });

    if (isForSystemAdmins) {
      it('is refused with a too low role', async () => {
        expect(await refused(pathOf(endpoint, own), goodBody(), own.key)).toEqual(failed('not_authorized', 403));
      });
    }

    if (method === 'POST' || method === 'PUT') {
      it('is refused with broken JSON', async () => {
        const headers = { authorization: `Basic ${keyOf()}`, 'content-type': 'application/json' };
        const url = `/ga/api/v2${pathOf(endpoint, own)}`;
        const answer = await api.inject({ method, url, headers, payload: '{"name": ' });
        expect({ ...answer.json<Row>(), status: answer.statusCode }).toEqual(failed('invalid_request', 400));
      });
    }

    describe.each(parameters)('$name', ({ name, record }) => {
      it.each(NOBODYS_IDS)('is not_found for the id %s', async (id) => {
        const answer = await refused(pathOf(endpoint, own, { [name]: id }), goodBody());
        expect(answer).toEqual(failed('not_found'));
      });

      if (isForSystemAdmins) return;
      it(`is not_found for another organization's, as if there were none`, async () => {
        const body = goodBody();
        const answer = await refused(pathOf(endpoint, own, { [name]: encodeURIComponent(theirs[record]) }), body);
        expect(answer).toEqual(failed('not_found'));
        const unknown = record === 'email' ? 'nobody%40example.com' : '999999';
        expect(answer).toEqual(await refused(pathOf(endpoint, own, { [name]: unknown }), body));
      });
    });

    it.each(faults)('is refused for $kind', async ({ code, query, body }) => {
      const path = pathOf(endpoint, own) + (query === undefined ? '' : `?${query(theirs)}`);
      expect(await refused(path, body?.(theirs))).toEqual(failed(code, STATUSES[code]));
    });

    if (goodBodyOf(endpoint) !== null) {
      it('takes the same without a fault', async () => {
        const before = await written();
        const answer = await api.call(method, pathOf(endpoint, own), goodBody(), keyOf());
        expect(answer).toMatchObject({ success: true, error_message: null });
        // So that it is known to be seen when something is written.
        if (method === 'POST') expect(await written()).not.toEqual(before);
      });
    }
  });

  it(badInputTo('DELETE /mailing_lists/:mailing_list_id/confirmed/:delete_confirmation_code'), async () => {
    const confirm = (code: string) =>
      api.call('DELETE', `/mailing_lists/${own.list}/confirmed/${code}`, undefined, own.key);
    for (const code of [
      'x',
      '0'.repeat(40),
      theirs.code,
      own.code.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    ]) {
      const before = await written();
      expect(await confirm(code)).toEqual(failed('invalid_request'));
      expect(await written()).toEqual(before);
    }
  });

  /** Counts the rows written, the jobs started and the commands sent so far. */
  async function written() {
    return { changes: await countChanges(), started: api.jobs.started.length, commands: api.jobs.commands.length };
  }
});

function namesRecord(parameter: Parameter): parameter is Parameter & { record: keyof Records } {
  return parameter.record !== null && parameter.record !== 'code' && parameter.name !== ':email';
}
