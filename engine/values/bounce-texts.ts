/** Characters of a cell that are searched. */
const SEARCHED_CHARACTERS = 1_000;

/** Codes of mail servers for mail that they refuse for good, or for now: `5.1.1`, `550 5.1.1`, `550-5.1.1`, and `550` before words. */
const CODE = /^(?:smtp;? *)?(?:[45]\d\d[ -]+)?[45]\.\d{1,3}\.\d{1,3}(?![\d.])|^(?:smtp;? *)?5[05]\d[ -]+\p{L}/iu;

/** Phrases of mail servers that refuse mail to an address, in lower case. */
const PHRASES = new RegExp(
  [
    'no such (?:user|mailbox|recipient|address)|(?:user|recipient|mailbox|address) unknown|unknown (?:user|recipient|mailbox)',
    '(?:account|mailbox|user|recipient|address) (?:that you tried to reach )?(?:is |was )?(?:does not exist|not found|full|disabled|unavailable)',
    '(?:recipient|address|user)(?: address)? rejected|mailbox over quota|quota exceeded|domain name not found|bad destination mailbox',
  ].join('|'),
);

/** Whether a cell has what mail servers say of an address that gets no mail. Takes time linear in the text. */
export function speaksOfBounces(cell: string): boolean {
  const text = cell.slice(0, SEARCHED_CHARACTERS).toLowerCase();
  return CODE.test(text) || PHRASES.test(text);
}
