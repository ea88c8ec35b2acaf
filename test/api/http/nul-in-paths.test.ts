import { beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { addList } from '../support/import-rows.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { documentOf } from '../support/check-answers.ts';
import type { ApiDocument } from '../support/check-answers.ts';

const PARAMETER = /\{[^{}]+\}/g;

describe('a path with a NUL', () => {
  let api: TestApi;
  let document: ApiDocument;
  let list: number;
  beforeAll(async () => {
    api = await build();
    document = await documentOf(api.app);
    list = await addList(api);
  });

  it.each(['%00', 'ann%00@example.com', '%20%00%20'])('as %s names nothing, and fails no call', async (text) => {
    const failed: string[] = [];
    let calls = 0;
    for (const [path, methods] of Object.entries(document.paths)) {
      const parameters = path.match(PARAMETER)?.length ?? 0;
      if (parameters === 0) continue;
      let place = 0;
      // The last one; those before it are ids of records that there are.
      const url = path.replaceAll(PARAMETER, () =>
        ++place === parameters ? text : String(path.startsWith('/mailing') ? list : 1),
      );
      for (const method of Object.keys(methods)) {
        const { statusCode, body } = await api.inject({
          method: method.toUpperCase(),
          url: `${API_PREFIX}${url}`,
          headers: {
            authorization: `Basic ${api.admin}`,
            ...(method !== 'get' && { 'content-type': 'application/json' }),
          },
          ...(method !== 'get' && { payload: '{}' }),
        });
        calls += 1;
        if (statusCode >= 500) failed.push(`${method} ${url}: ${statusCode} ${body.slice(0, 200)}`);
      }
    }
    expect(failed).toEqual([]);
    expect(calls).toBeGreaterThan(100);
  });
});
