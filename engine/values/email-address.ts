import { domainToASCII, domainToUnicode } from 'node:url';

/** RFC 5321: the local part, a label of the domain, and the whole address, which SMTP writes between two brackets. */
const MAX_LOCAL = 64;
const MAX_LABEL = 63;
const MAX_DOMAIN = 253;
const MAX_ADDRESS = 254;

/** Letters, marks and digits, and the few others IDNA2008 allows in some contexts. */
const INTERNATIONAL_WORD = String.raw`[\p{L}\p{M}\p{Nd}\u00b7\u0375\u05f3\u05f4\u30fb\u200c\u200d]`;

const ATOM = "[a-z0-9!#$%&'*+\\-/=?^_`{|}~]+";
const LOCAL_PART = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'i');
const ASCII_DOMAIN = domainShape('[a-z0-9]');
const INTERNATIONAL_DOMAIN = domainShape(INTERNATIONAL_WORD);
const NUMERIC_LABEL = /\.\d+$/;
const PUNYCODE = /(?:^|\.)xn--/i;

const ASCII = /^[\0-\x7f]*$/;

/**
 * Whether a trimmed text is an address by RFC 5321: a dot-atom of at most 64 characters, and at least two labels of at
 * most 63, the last not a number; 254 in all. A domain may be international; its ASCII form is checked.
 */
export function isEmailAddress(text: string): boolean {
  const at = text.indexOf('@');
  if (at < 1 || at > MAX_LOCAL || text.length > MAX_ADDRESS || !LOCAL_PART.test(text.slice(0, at))) return false;
  const domain = asciiDomain(text.slice(at + 1));
  return domain !== null && at + 1 + domain.length <= MAX_ADDRESS;
}

/** Whether a text is a domain that such an address may have. */
export function isDomain(domain: string): boolean {
  return asciiDomain(domain) !== null;
}

/** The ASCII form of a domain, in lower case if it is international; null when it is none. */
export function asciiDomain(domain: string): string | null {
  if (domain.length > MAX_DOMAIN) return null;
  if (ASCII.test(domain)) {
    if (!isAsciiDomain(domain)) return null;
    return PUNYCODE.test(domain) && !isReadablePunycode(domain) ? null : domain;
  }
  const composed = domain.normalize('NFC');
  if (!INTERNATIONAL_DOMAIN.test(composed) || PUNYCODE.test(composed)) return null;
  const ascii = domainToASCII(composed);
  // The URL rules map look-alikes and drop invisible characters; only a name that survives the way back is itself.
  return isAsciiDomain(ascii) && domainToUnicode(ascii) === lowered(composed) ? ascii : null;
}

/** Whether each label of an international name can be written in its own letters. Node says it by no answer, or by the label as it was. */
function isReadablePunycode(domain: string): boolean {
  const unicode = domainToUnicode(domain);
  return unicode !== '' && !PUNYCODE.test(unicode);
}

/** The small letters of a domain, each by itself: the rules know no final sigma. Thai and Lao AM are written as two. */
function lowered(domain: string): string {
  let small = '';
  for (const character of domain) small += character.toLowerCase();
  return small.replaceAll('\u0e33', '\u0e4d\u0e32').replaceAll('\u0eb3', '\u0ecd\u0eb2');
}

function isAsciiDomain(domain: string): boolean {
  if (domain.length > MAX_DOMAIN || !ASCII_DOMAIN.test(domain) || NUMERIC_LABEL.test(domain)) return false;
  return domain.length <= MAX_LABEL || domain.split('.').every((label) => label.length <= MAX_LABEL);
}

/** Words joined by dashes, joined by dots: linear to match, and leaves no dash next to a dot or at an end. */
function domainShape(word: string): RegExp {
  const label = `${word}+(?:-+${word}+)*`;
  return new RegExp(`^${label}(?:\\.${label})+$`, 'iu');
}
