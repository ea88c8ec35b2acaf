import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SCHEMA = readFileSync(new URL('../../client/schema.ts', import.meta.url), 'utf8');

/** Openings and phrases of which a client has to guess the meaning. */
const STIFF =
  /^(?:What|How|Who|Whom|Whose|Where|That|Has|Of|To)\b|\b(?:what is sent|unless said otherwise|what stands|in whose place|whatever)\b/i;

it('summaries and descriptions of the API are sentences that a colleague would say', () => {
  const found = SCHEMA.split('\n').flatMap((line) => {
    const [, text = ''] = /^(?:\/\*\*|\*) (?:@description )?(.*)$/.exec(line.trim()) ?? [];
    const sentence = text.replace(/^Extension: /, '').replace(/ \*\/$/, '');
    return STIFF.test(sentence) ? [sentence] : [];
  });
  expect([...new Set(found)]).toEqual([]);
});

it('summaries open with a verb', () => {
  const summaries = [...SCHEMA.matchAll(/^ *\/\*\*\n *\* (?!@|Format)(.*)$/gm)].map(([, summary = '']) => summary);
  expect(summaries.length).toBeGreaterThan(100);
  expect(summaries.filter((summary) => !/^[A-Z][a-z]+s(?:,| )/.test(summary))).toEqual([]);
});
