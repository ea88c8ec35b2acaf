import { isEmailAddress } from './email-address.ts';

/** Characters that are not seen, which copying leaves around an address: format characters, blanks and controls. */
const UNSEEN = /[\p{Cf}\p{Z}\p{Cc}]/u;
const QUOTED = /^(?:'([^']*)'|"([^"]*)"|[“„]([^“”„]*)[“”]|‘([^‘’]*)’)$/;
const BRACKETED = /^([^<>]*)<([^<>]*)>$/;
const COMMENT = /^([^()]*)\(([^()]*)\)$/;
const MAILTO = /^mailto:\/{0,3}([^?%]*)(?:\?[^@]*)?$/i;
/** A link of a spreadsheet, with the text that is shown. */
const LINK = /^=HYPERLINK\(\s*"([^"]*)"\s*(?:[,;]\s*"([^"]*)"\s*)?\)$/i;
/** Labels before an address: of directories, and of texts. */
const LABEL = /^(?:smtp|e-?mail|mail)\s*:\s*(?=[^/\s])/i;
const LEADING_APOSTROPHE = /^'/;
const TRAILING_MARK = /[;,.\p{Cf}\p{Z}\p{Cc}]/u;
/** A valid character of an address, but in a cell rather the separator of another file's columns. */
const SEPARATOR = '|';

/** The longest cell that is looked at: an address with a display name, an order of magnitude above both. */
const MAX_CELL = 1000;

/**
 * Reads the address of a trimmed cell: what mail programs, spreadsheets and copying put around one (display names,
 * `<…>`, `mailto:`, links, labels, quotes, invisible characters, trailing `;,.`) is taken off.
 * Returns null when there is no address, or more than one can be read.
 */
export function readEmailCell(cell: string): string | null {
  if (!cell.startsWith("'") && isEmailAddress(cell)) return cell.includes(SEPARATOR) ? null : cell;
  if (cell.length > MAX_CELL || !cell.includes('@')) return null;
  const address = unwrap(cell);
  return address !== null && isEmailAddress(address) && !address.includes(SEPARATOR) ? address : null;
}

/** A part in quotation marks before the @, which RFC 5321 permits and discourages. */
const QUOTED_LOCAL = /"@/;

/** Returns what is wrong with a cell of which no address is read, to follow "email". */
export function whyNoEmail(cell: string): string {
  return QUOTED_LOCAL.test(cell.slice(0, MAX_CELL))
    ? 'has quotation marks before the @, which is not accepted: write the address without them'
    : 'is not a valid address';
}

function unwrap(cell: string): string | null {
  const text = seen(cell);
  const unmarked = withoutEnd(text, TRAILING_MARK);
  const bracketed = BRACKETED.exec(unmarked) ?? swapped(LINK.exec(unmarked)) ?? ofComment(COMMENT.exec(unmarked));
  const address = plainAddress(bracketed?.[2] ?? unmarked);
  const name = bracketed?.[1] ?? '';
  // A name that holds an address is a second reading, unless it is the same one.
  return name.includes('@') && plainAddress(name).toLowerCase() !== address.toLowerCase() ? null : address;
}

/** The groups of an address and of what is said about it, in the order of those of a bracketed address. */
function swapped(found: RegExpExecArray | null): readonly string[] | null {
  return found && ['', found[2] ?? '', found[1] ?? ''];
}

/** The groups of a text with a comment in brackets, one of which is the address, in that order. */
function ofComment(found: RegExpExecArray | null): readonly string[] | null {
  return found !== null && !(found[1] ?? '').includes('@') ? [...found] : swapped(found);
}

function plainAddress(text: string): string {
  let plain = seen(text);
  const quoted = QUOTED.exec(plain);
  if (quoted) plain = seen(quoted.slice(1).find((inner) => inner !== undefined) ?? '');
  plain = plain.replace(LEADING_APOSTROPHE, '');
  return withoutEnd((MAILTO.exec(plain)?.[1] ?? plain).replace(LABEL, ''), TRAILING_MARK);
}

function seen(text: string): string {
  let start = 0;
  while (start < text.length && UNSEEN.test(text.charAt(start))) start += 1;
  return withoutEnd(text.slice(start), UNSEEN);
}

/** Takes off trailing characters one by one: a pattern anchored at the end would be tried at every one of a long run. */
function withoutEnd(text: string, mark: RegExp): string {
  let end = text.length;
  while (end > 0 && mark.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
