import { isEmailAddress } from './email-address.ts';

/** Characters that may stand before the @ of an address; some of them also stand between an address and other text. */
const LOCAL = /[a-z0-9!#$%&'*+\-/=?^_`{|}~.]/i;
const DOMAIN = /[\p{L}\p{M}\p{N}\u00b7\u200c\u200d.-]/u;
/** A letter that no local part has, but its word may go on with others; U+FFFD stands for bytes that are no text. */
const OTHER_LETTER = /[\p{Script=Latin}\ufffd]/u;
const UNSEEN = /[\p{Cf}\p{Cc}]/gu;
/** Marks of a local part with which another text may end that stands before the address. */
const MARKS = /[|/'=`]/;

/** Characters on each side of an @ that are looked at; an address has no more, and a few may be unseen or blank. */
const REACH = 320;

/**
 * Finds the addresses that can be read out of a text of any kind, a damaged row for instance: also those with invisible
 * characters within, blanks round the @ or other texts joined to them. Where an address has several readings, all
 * that are valid are found. The work is linear in the length of the text.
 */
export function readAddresses(text: string): string[] {
  const found = new Set<string>();
  let before = -1;
  for (let at = nextSign(text, 0); at >= 0;) {
    const after = nextSign(text, at + 1);
    const left = seen(text.slice(Math.max(before + 1, at - REACH), at));
    const right = seen(text.slice(at + 1, Math.min(after < 0 ? text.length : after, at + 1 + REACH)));
    addReadings(found, endOf(left), beginningOf(right));
    before = at;
    at = after;
  }
  return [...found];
}

/** The next @, or its full-width form. */
function nextSign(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x40 || unit === 0xff20) return at;
  }
  return -1;
}

function seen(text: string): string {
  return text
    .replace(UNSEEN, (mark) => (/\s/.test(mark) ? ' ' : ''))
    .normalize('NFKC')
    .trim();
}

/** The characters at the end of a text that a local part may have; none where they are the rest of another word. */
function endOf(text: string): string {
  let start = text.length;
  while (start > 0 && LOCAL.test(text.charAt(start - 1))) start -= 1;
  return start > 0 && OTHER_LETTER.test(text.charAt(start - 1)) ? '' : text.slice(start);
}

/** The characters at the beginning of a text that a domain may have. */
function beginningOf(text: string): string {
  let end = 0;
  for (const character of text) {
    if (!DOMAIN.test(character)) break;
    end += character.length;
  }
  while (end > 0 && '.-'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function addReadings(found: Set<string>, local: string, domain: string): void {
  if (local === '' || domain === '') return;
  for (const part of new Set([local, ...local.split(MARKS).slice(-1), local.replace(/^['`.]+/, '')])) {
    const address = `${part}@${domain}`;
    if (isEmailAddress(address)) found.add(address);
  }
}
