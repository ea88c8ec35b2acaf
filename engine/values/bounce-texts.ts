/** Characters of a cell that are searched. */
const SEARCHED_CHARACTERS = 1_000;

/** Codes of mail servers for mail that they refuse for good, or for now, with or without their long form: `550 5.1.1`, `5.1.1`. */
const LONG_CODE = /^(?:smtp;? *)?[45]\d\d[ -]+[45]\.\d\.\d{1,3}(?![\d.])/;
const CODE = /^(?:smtp;? *)?(?:[45]\d\d[ -]+)?[45]\.\d\.\d{1,3}(?![\d.])|^(?:smtp;? *)?5[05]\d[ -]+\p{L}/u;
/** The short form alone, as no date has it. */
const BARE_CODE = /^[45]\.\d\.\d$/;

/** Phrases of mail servers that refuse mail to an address, in lower case. */
const PHRASES = new RegExp(
  [
    'no such (?:user|mailbox|recipient|address)|(?:user|recipient|mailbox|address) unknown|unknown (?:user|recipient|mailbox)',
    '(?:account|mailbox|user|recipient|address) (?:that you tried to reach )?(?:is |was )?(?:does not exist|not found|full|disabled|unavailable)',
    '(?:recipient|address|user)(?: address)? rejected|mailbox over quota|quota exceeded|domain name not found|bad destination mailbox',
  ].join('|'),
);

/** Whether a cell of a column of errors has what mail servers say of an address that gets no mail. Takes time linear in the text. */
export function speaksOfBounces(cell: string): boolean {
  const text = searched(cell);
  return CODE.test(text) || PHRASES.test(text);
}

/** Whether a cell of any column has it: addresses of houses, dates and rooms begin as codes do. */
export function seemsToBounce(cell: string): boolean {
  const text = searched(cell);
  return BARE_CODE.test(text) || LONG_CODE.test(text) || PHRASES.test(text);
}

function searched(cell: string): string {
  return cell.slice(0, SEARCHED_CHARACTERS).toLowerCase();
}
