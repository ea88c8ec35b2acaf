import { beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../../../api/http/prefix.ts';
import { build } from '../../support/build.ts';
import type { TestApi } from '../../support/build.ts';
import { addList } from '../../support/import-rows.ts';

const NOT_UTF8 = 'the body has bytes that are not UTF-8: send its JSON in UTF-8';
const HALF = 'the body has half a character: an escape from \\ud800 to \\udfff needs the other half of its pair';
const LONG = 'ann@example.com\\n'.repeat(20_000);

describe('a body', () => {
  let api: TestApi;
  let listId: number;
  beforeAll(async () => {
    api = await build();
    listId = await addList(api);
  });

  const PLACES: readonly (readonly [string, () => string, (text: string) => string])[] = [
    ['a name', () => '/mailing_lists', (text) => `{"mailing_list": {"name": "${text}"}}`],
    ['the name of an attribute', () => '/mailing_lists', (text) => `{"mailing_list": {"name": "a", "${text}": 1}}`],
    ['short inline content', importsOf, (text) => importOf(`email\\n${text}`)],
    ['the beginning of long inline content', importsOf, (text) => importOf(`${text}${LONG}`)],
    ['long inline content', importsOf, (text) => importOf(`${LONG}${text}${LONG}`)],
    ['the end of long inline content', importsOf, (text) => importOf(`${LONG}${text}`)],
  ];

  describe.each(PLACES)('with %s', (_, pathOf, bodyOf) => {
    it.each(['ff', 'e9', 'c328', 'eda080', 'f4908080', 'c0af'])(
      'is refused when it has the bytes %s, which are not UTF-8',
      async (bytes) => {
        const [before = '', after = ''] = bodyOf('|').split('|');
        const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes, 'hex'), Buffer.from(after)]);
        await expectRefused(pathOf(), body, NOT_UTF8);
      },
    );

    it.each(['\\ud83d', '\\uDE00', '\\ude00\\ud83d', 'x\\ud83dx'])(
      'is refused when it has %s, which is half a character',
      async (escape) => {
        await expectRefused(pathOf(), Buffer.from(bodyOf(escape)), HALF);
      },
    );
  });

  it('may have any whole character, escaped or not', async () => {
    const name = 'Zoë \\ud83d\\uDE00 😀 \\ufffd �';
    const list = await post('/mailing_lists', Buffer.from(`{"mailing_list": {"name": "${name}"}}`));
    expect(list.data).toMatchObject({ name: 'Zoë 😀 😀 \ufffd �' });
    expect(await post(importsOf(), Buffer.from(importOf(`${LONG}😀\\ud83d\\ude00${LONG}`)))).toMatchObject({
      success: true,
    });
  });

  function importsOf(): string {
    return `/mailing_lists/${listId}/subscriber_imports`;
  }

  /** `content` as it stands between the quotes. */
  function importOf(content: string): string {
    const source = `{"type": "json", "content": "${content}"}`;
    return `{"subscriber_import": {"column_mapping": ["email"], "file_source": ${source}}}`;
  }

  async function expectRefused(path: string, body: Buffer, message: string): Promise<void> {
    const rows = await countRows();
    expect(await post(path, body)).toEqual({
      ...{ status: 400, success: false, data: null, error_code: 'invalid_request', error_message: message },
    });
    expect(await countRows()).toBe(rows);
  }

  async function countRows(): Promise<number> {
    const { rows } = await api.database.pool.query<{ n: number }>(
      'select (select count(*) from mailing_lists)::int + (select count(*) from subscriber_imports)::int as n',
    );
    return rows[0]?.n ?? 0;
  }

  async function post(path: string, payload: Buffer) {
    const response = await api.inject({
      method: 'POST',
      url: `${API_PREFIX}${path}`,
      headers: { authorization: `Basic ${api.admin}`, 'content-type': 'application/json' },
      payload,
    });
    return { status: response.statusCode, ...response.json<{ success: boolean; data: unknown }>() };
  }
});
