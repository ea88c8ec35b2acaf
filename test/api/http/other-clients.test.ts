import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import type { Answer, TestApi } from '../support/build.ts';

const run = promisify(execFile);
const isInstalled = (program: string) =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  );
const hasCurl = await isInstalled('curl');
const hasPython = await isInstalled('python3');

/** Sends a body as urllib does by itself: as a form, whatever it holds. */
const PYTHON = `
import sys, urllib.request
method, url, key, body = sys.argv[1:]
request = urllib.request.Request(url, body.encode(), {'Authorization': 'Basic ' + key}, method=method)
sys.stdout.write(urllib.request.urlopen(request).read().decode())
`;

describe('programs that name no type and send no wrapper', () => {
  let api: TestApi;
  let base: string;
  beforeAll(async () => {
    api = await build();
    base = `${await api.app.listen({ port: 0, host: '127.0.0.1' })}/ga/api/v2`;
  });

  const curl = async (path: string, body: string, headers: readonly string[] = []): Promise<Answer> => {
    const options = ['-s', '-d', body, ...[`Authorization: Basic ${api.admin}`, ...headers].flatMap((h) => ['-H', h])];
    return JSON.parse((await run('curl', [...options, base + path])).stdout) as Answer;
  };
  const python = async (method: string, path: string, body: string): Promise<Answer> =>
    JSON.parse((await run('python3', ['-c', PYTHON, method, base + path, api.admin, body])).stdout) as Answer;

  it.skipIf(!hasCurl)('curl -d: JSON as a form, with and without its wrapper', async () => {
    const wrapped = await curl('/mailing_lists', '{"mailing_list": {"name": "Wrapped"}}');
    expect(wrapped).toMatchObject({ success: true, data: { name: 'Wrapped' } });
    const { data } = await curl('/mailing_lists', '{"name": "Bare"}');
    expect(data).toMatchObject({ name: 'Bare' });
    const field = await curl(
      `/mailing_lists/${Number(data['id'])}/custom_fields`,
      '{"name": "City", "field_type": "text"}',
    );
    expect(field).toMatchObject({ success: true, data: { name: 'City', field_type: 'text' } });
  });

  it.skipIf(!hasCurl)(
    'curl -d: a form is refused, and so is JSON that a page of another site sends as one',
    async () => {
      const form = await curl('/mailing_lists', 'name=News');
      expect(form.error_message).toBe('the body must be JSON, of type application/json');
      for (const header of ['Origin: https://elsewhere.example', 'Sec-Fetch-Site: cross-site']) {
        const answer = await curl('/mailing_lists', '{"name": "Forged"}', [header]);
        expect(answer).toMatchObject({ success: false, error_code: 'not_authorized' });
      }
      const { data } = await api.call<{ name: string }[]>('GET', '/mailing_lists');
      expect(data.map(({ name }) => name)).not.toContain('Forged');
    },
  );

  it.skipIf(!hasPython)('urllib of Python: creates, changes and imports', async () => {
    const list = await python('POST', '/mailing_lists', '{"name": "From Python"}');
    const id = Number(list.data['id']);
    const changed = await python('PUT', `/mailing_lists/${id}`, '{"name": "Renamed"}');
    expect(changed.data).toMatchObject({ id, name: 'Renamed' });
    const subscriber = await python('POST', `/mailing_lists/${id}/subscribers`, '{"email": "ann@example.com"}');
    expect(subscriber.data).toMatchObject({ email: 'ann@example.com', status: 'active' });
    const asked = { column_mapping: ['email'], file_source: { type: 'json', content: 'email\nbo@example.com\n' } };
    const started = await python('POST', `/mailing_lists/${id}/subscriber_imports`, JSON.stringify(asked));
    expect(started).toMatchObject({ success: true, data: { column_mapping: ['email'] } });
  });

  it('an error names the wrapper when nothing of the body belongs to the record', async () => {
    const answers = [{ nonsense: 1 }, {}, { mailing_list: 'News', name: 'News' }].map((body) =>
      api.call('POST', '/mailing_lists', body),
    );
    for (const answer of await Promise.all(answers)) {
      expect(answer.error_message).toBe('the body must be a JSON object with the key mailing_list');
    }
  });
});
