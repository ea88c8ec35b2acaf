import type { Attack } from '../attack.ts';
import type { Hostile } from '../hostile/hostile.ts';

/** JSON that is small to send and large to hold, or deep. */
export const jsonBodies: Attack = {
  name: 'json-bodies',
  title:
    'JSON nested a million deep, of millions of tiny tokens, of a million keys, with escapes, with prototype names, and in bytes and escapes that are not UTF-8',
  play: async (hostile) => {
    const { call, listId, size } = hostile;
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
    await sendOtherThanUtf8(hostile);
  },
};

/** Sends bodies that are not UTF-8: stored as U+FFFD, two different texts would be one. */
async function sendOtherThanUtf8({ call, complain, listId }: Hostile): Promise<void> {
  const flaws = ['ff', 'eda080', 'c3'].map((hex) => Buffer.from(hex, 'hex'));
  const escapes = ['\\ud83d', '\\ude00\\ud83d'].map((text) => Buffer.from(text));
  const bodies = [
    ['/mailing_lists', '{"mailing_list":{"name":"Odd |"}}'],
    [
      `/mailing_lists/${listId}/subscriber_imports`,
      '{"subscriber_import":{"column_mapping":["email"],"file_source":{"type":"json","content":"email\\n|"}}}',
    ],
  ] as const;
  for (const flaw of [...flaws, ...escapes]) {
    for (const [path, body] of bodies) {
      const [before = '', after = ''] = body.split('|');
      const { status } = await call('POST', path, Buffer.concat([Buffer.from(before), flaw, Buffer.from(after)]));
      if (status !== 400) complain(`${path} answered ${status} to ${flaw.toString('hex')}, which is not UTF-8`);
    }
  }
}
