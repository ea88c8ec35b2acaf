import type { Attack } from '../attack.ts';

/** Many bodies in flight at once. */
export const largeBodies: Attack = {
  name: 'large-bodies',
  title: '16 concurrent bodies of 60 MB, with and without a key, and one of 100 MB',
  play: async ({ call, listId, size }) => {
    const count = size === 'full' ? 16 : 6;
    const large = Buffer.alloc(60_000_000, 'x');
    const json = Buffer.from(
      `{"subscriber_import":{"column_mapping":["email"],"file_source":{"type":"json","content":"${'x'.repeat(60_000_000)}"}}}`,
    );
    const path = `/mailing_lists/${listId}/subscriber_imports`;
    await Promise.all(Array.from({ length: count }, () => call('POST', path, json)));
    await Promise.all(Array.from({ length: count }, () => call('POST', path, large)));
    await Promise.all(
      Array.from({ length: count }, () => call('POST', path, large, { headers: { authorization: 'Basic MTp4' } })),
    );
    await call('POST', path, Buffer.alloc(100_000_000, ' '));
  },
};
