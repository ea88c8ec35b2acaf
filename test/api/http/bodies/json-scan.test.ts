import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJsonScan } from '../../../../api/http/bodies/json-scan.ts';
import { createLongText } from '../../../../api/http/bodies/long-text.ts';
import { BOUNDS } from '../../../../engine/domain/bounds.ts';

describe('the scan of a body', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-bodies-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const scanned = async (text: string, pieceBytes = 1000) => {
    const long = await createLongText(folder);
    try {
      const scan = createJsonScan((bytes) => long.add(bytes));
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += pieceBytes) await scan.push(bytes.subarray(at, at + pieceBytes));
      let content = '';
      for await (const piece of long.read()) content += piece;
      return { text: scan.text(), placeholder: scan.placeholder, content };
    } finally {
      await long.close();
    }
  };

  it('takes out one long text and keeps the rest, whatever the pieces are', async () => {
    const unusual = fc.constantFrom('a', 'é', '€', '😀', '"', '\\', '\n', '\ud83d', '\u0001', '{', ',');
    await fc.assert(
      fc.asyncProperty(
        fc.array(unusual, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 300, max: 100_000 }),
        fc.boolean(),
        async (characters, pieceBytes, isEscaped) => {
          const content = characters.join('').repeat(Math.ceil(70_000 / characters.length));
          const written = JSON.stringify(content);
          const sent = isEscaped ? written.replaceAll('é', '\\u00e9').replaceAll('😀', '\\ud83d\\ude00') : written;
          const text = `{"a": ["short \\" {", 1], "content": ${sent}, "b": "\\\\"}`;

          const wanted = JSON.parse(text) as { content: string };
          const scan = scanned(text, pieceBytes);
          if (!wanted.content.isWellFormed()) {
            await expect(scan).rejects.toThrow('the body has half a character');
            return;
          }

          const result = await scan;
          expect(result.content === wanted.content).toBe(true);
          expect(JSON.parse(result.text)).toEqual({ a: ['short " {', 1], content: result.placeholder, b: '\\' });
        },
      ),
      { numRuns: 20 },
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps a body without a long text as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.integer({ min: 1, max: 50 }), async (text, pieceBytes) => {
        expect(await scanned(text, pieceBytes)).toMatchObject({ text, placeholder: null, content: '' });
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['many values', `[${'1,'.repeat(BOUNDS.jsonTokens.max)}1]`, 'the body has more than 200000 values'],
    ['many tiny objects', '{},'.repeat(BOUNDS.jsonTokens.max), 'the body has more than 200000 values'],
    ['deep hashes', '{'.repeat(51), 'the body is nested more than 50 levels deep'],
    ['deep lists', '['.repeat(100_000), 'the body is nested more than 50 levels deep'],
    [
      'two long texts',
      `{"a": "${'x'.repeat(70_000)}", "b": "${'x'.repeat(70_000)}"}`,
      'only file_source.content can be longer',
    ],
  ])('refuses %s while they arrive', async (_, text, message) => {
    await expect(scanned(text, 65_536)).rejects.toThrow(message);
  });

  it('does not count what stands in texts', async () => {
    const text = JSON.stringify('{[,:'.repeat(100_000));
    expect((await scanned(text)).content).toHaveLength(400_000);
  });
});
