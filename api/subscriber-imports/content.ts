import type { FastifyRequest } from 'fastify';
import { ValidationFailed } from '../../engine/platform/errors.ts';
import type { LongText } from '../http/bodies/long-text.ts';
import { isLatin1 } from './source-input.ts';

const SLICE_CHARACTERS = 65_536;

/**
 * Inline content as the bytes of a file in the import's character set, slice by slice.
 * @throws ValidationFailed where a long text has characters that the character set does not have
 */
export async function* encodeContent(content: string | LongText, characterSet: string): AsyncGenerator<Uint8Array> {
  const encoding = isLatin1(characterSet) ? 'latin1' : 'utf8';
  for await (const slice of typeof content === 'string' ? slicesOf(content) : content.read()) {
    if (encoding === 'latin1' && /[^\0-\xff]/.test(slice)) {
      throw new ValidationFailed('file_source.content has characters that ISO-8859-1 does not have');
    }
    yield Buffer.from(slice, encoding);
  }
}

async function* slicesOf(content: string): AsyncGenerator<string> {
  for (let start = 0; start < content.length;) {
    let end = Math.min(start + SLICE_CHARACTERS, content.length);
    // The halves of a surrogate pair make one character and cannot be encoded apart.
    if (end < content.length && isHighSurrogate(content.charCodeAt(end - 1))) end += 1;
    yield content.slice(start, end);
    start = end;
    await Promise.resolve();
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** The text that a placeholder stands for, or the text itself. */
export function contentOf({ longText }: FastifyRequest, content: string | null): string | LongText | null {
  return longText !== null && content === longText.placeholder ? longText.text : content;
}
