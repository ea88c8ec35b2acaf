/** Signs that stand at the beginning of words where Cyrillic letters of old Macintoshes are read as those of Windows. */
const BEFORE_CYRILLIC = /(?<!\p{L})[‚ѓ„…†‡€‰‹›•™ЂЃЉЊЌЋЏ](?=\p{Script=Cyrillic})/gu;
/** A small letter before a capital, one of them no letter of ASCII; a sign within a word or next to a letter that is none of text. */
const ODD = [
  /\p{Ll}(?=[^\0-\x7f])(?=\p{Lu})|(?<=[^\0-\x7f])(?<=\p{Ll})(?=\p{Lu})/gu,
  /\p{L}[^\p{L}\p{M}\p{N}\p{Z}\0-\x7f’ʼ·‐-―](?=\p{L})|[\x80-\x9f]/gu,
  BEFORE_CYRILLIC,
];
const OTHER_THAN_ASCII = /[^\0-\x7f]/g;

/** The share of the letters beyond ASCII that stand as in no language: much of it says that a text is read in the wrong encoding. */
export function oddShare(text: string): number {
  const all = countOf(text, OTHER_THAN_ASCII);
  return all === 0 ? 0 : ODD.reduce((sum, pattern) => sum + countOf(text, pattern), 0) / all;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
