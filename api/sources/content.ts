import type { FastifyRequest } from 'fastify';
import type { LongText } from '../http/bodies/long-text.ts';

const SLICE_CHARACTERS = 65_536;

/** Inline content as the bytes of a file in UTF-8, slice by slice. */
export async function* encodeContent(content: string | LongText): AsyncGenerator<Uint8Array> {
  for await (const slice of typeof content === 'string' ? slicesOf(content) : content.read()) yield Buffer.from(slice);
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
