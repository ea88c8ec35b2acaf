import { isLatin1 } from './schemas/subscriber-import-source-input.ts';

const SLICE_CHARACTERS = 65_536;

/** Inline content as the bytes of a file in the import's character set, slice by slice. */
export async function* encodeContent(content: string, characterSet: string): AsyncGenerator<Uint8Array> {
  const encoding = isLatin1(characterSet) ? 'latin1' : 'utf8';
  for (let start = 0; start < content.length;) {
    let end = Math.min(start + SLICE_CHARACTERS, content.length);
    // The halves of a surrogate pair make one character and cannot be encoded apart.
    if (end < content.length && isHighSurrogate(content.charCodeAt(end - 1))) end += 1;
    yield Buffer.from(content.slice(start, end), encoding);
    start = end;
    await Promise.resolve();
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
