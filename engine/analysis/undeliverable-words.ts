import { speaksOfBounces } from '../values/bounce-texts.ts';
import { isOfOtherChannel } from './consent-names.ts';
import { plainName } from './synonyms.ts';
import { yesNoWords } from './yes-no-words.ts';

/** Names of columns that say whether mail can be delivered, whatever else they have. */
const DELIVERABLE = /deliverab|zustellbar|delivrab|entregab|recapitabil|bezorgba|leverbar|doreczaln|reachable/;
/** Names of the validity of an address, next to a word for mail. */
const VALID = /valid|gultig|geldig|gyldig|giltig|verifi[ce]?a|qualit|exist|check|pruf|wazn/;
const MAIL = /mail|courriel|correo|epost/;
/** Names of a validity alone: of the address, where their words say valid and invalid. */
const VALIDITY = /^(?:is)?(?:valid|validity|validation|verification)(?:status|result)?$/;

/** Codes of mail servers that refuse mail, in columns of nothing else. */
const REPLY_CODE = /^[45]\d\d$/;
const OF_CODES = /^(?:code|error|errorcode|status|statuscode|reason)$|smtp|dsn|bounce|diagnos|response/;

/** Words of tools that check addresses: they speak of mail under any name. */
const OF_CHECKS = plainNames(
  'undeliverable undelivered hardbounce hardbounced spamtrap catchall acceptall disposable mailboxfull mailboxnotfound ' +
    'invalidemail invalidaddress invalidmailbox donotmail unzustellbar nichtzustellbar',
);
/** Words that say of an address that no mail can be delivered to it, or should be. */
const UNDELIVERABLE = plainNames(
  'undeliverable undelivered hardbounce hardbounced bounced spamtrap mailboxfull mailboxnotfound invalidemail invalidaddress ' +
    'invalidmailbox donotmail unzustellbar nichtzustellbar invalid notvalid bad dead wrong failed rejected fake toxic abuse ' +
    'doesnotexist nonexistent notfound unreachable syntaxerror ungultig falsch fehlerhaft invalide nonvalide invalido invalida novalido ' +
    'nonvalido ongeldig ugyldig ogiltig niewazny',
);

/**
 * Finds what says in a column that mail cannot be delivered to a person: by its name and its words, as tools that check addresses write
 * them. Null where no cell says so.
 */
export function undeliverableCells(name: string | null, words: readonly string[]): ((cell: string) => boolean) | null {
  const plain = plainName(name ?? '');
  if (isOfOtherChannel(name)) return null;
  const isOfCodes = OF_CODES.test(plain) && words.length > 0 && words.every((word) => REPLY_CODE.test(word));
  const isRefused = (cell: string) => speaksOfBounces(cell) || (isOfCodes && REPLY_CODE.test(cell));
  if (words.some(isRefused)) return isRefused;
  const isOfAddress = DELIVERABLE.test(plain) || (VALID.test(plain) && MAIL.test(plain));
  const isOfCheck = VALIDITY.test(plain) || words.some((word) => OF_CHECKS.has(plainName(word)));
  if (!isOfAddress && !isOfCheck) return null;
  const says = (cell: string) => UNDELIVERABLE.has(plainName(cell)) || (isOfAddress && isNo(cell));
  return words.some(says) ? says : null;
}

function isNo(cell: string): boolean {
  return yesNoWords([cell])?.get(cell.trim().toLowerCase()) === false;
}

function plainNames(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
