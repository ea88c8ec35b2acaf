import { domainToASCII, domainToUnicode } from 'node:url';

const MAX_LENGTH = 256;

/** Letters, marks and digits, and the few others IDNA2008 allows in some contexts. */
const INTERNATIONAL_WORD = String.raw`[\p{L}\p{M}\p{Nd}\u00b7\u0375\u05f3\u05f4\u30fb\u200c\u200d_]`;

const ASCII_DOMAIN = domainShape('[a-z0-9_]');
const INTERNATIONAL_DOMAIN = domainShape(INTERNATIONAL_WORD);
const LOCAL_PART = /^[a-z0-9\-._+=%/:;?!#$&'*`{}|~]{1,256}$/i;
const DOTTED_QUAD = /^\d+(?:\.\d+){3}$/;

const ASCII = /^[\0-\x7f]*$/;

/** Whether a trimmed text is an address the service accepts. A domain may be international; its ASCII form is checked. */
export function isEmailAddress(text: string): boolean {
  const at = text.indexOf('@');
  return at > 0 && LOCAL_PART.test(text.slice(0, at)) && isDomain(text.slice(at + 1));
}

/** Whether a text is a domain that such an address may have. */
export function isDomain(domain: string): boolean {
  if (ASCII.test(domain)) return isAsciiDomain(domain);
  if (domain.length > MAX_LENGTH || !INTERNATIONAL_DOMAIN.test(domain)) return false;
  const ascii = domainToASCII(domain);
  // The URL rules map look-alikes and drop invisible characters; only a name that survives the way back is itself.
  return isAsciiDomain(ascii) && domainToUnicode(ascii) === domain.toLowerCase();
}

function isAsciiDomain(domain: string): boolean {
  return domain.length <= MAX_LENGTH && ASCII_DOMAIN.test(domain) && !DOTTED_QUAD.test(domain);
}

/** Words joined by dashes, joined by dots: linear to match, and leaves no dash next to a dot or at an end. */
function domainShape(word: string): RegExp {
  const label = `${word}+(?:-+${word}+)*`;
  return new RegExp(`^${label}(?:\\.${label})*$`, 'iu');
}
