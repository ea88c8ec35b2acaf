import { seemsToBounce, speaksOfBounces } from '../values/bounce-texts.ts';
import type { ColumnFacts } from './column-facts.ts';
import { isOfOtherChannel } from './consent-names.ts';
import { plainName } from './synonyms.ts';
import { answerAmong } from './yes-no-words.ts';

/** Names of columns that say whether mail can be delivered, whatever else they have. */
const DELIVERABLE = /deliverab|zustellbar|delivrab|entregab|recapitabil|bezorgba|leverbar|doreczaln|reachable/;
/** Names of the validity of an address, next to a word for mail. */
const VALID = /valid|gultig|geldig|gyldig|giltig|verifi[ce]?a|qualit|exist|check|pruf|wazn/;
const MAIL = /mail|courriel|correo|epost/;
/** Names of a validity alone: of the address, where their words say valid and invalid. */
const VALIDITY = /^(?:is)?(?:valid|validity|validation|verification)(?:status|result)?$/;

/** Codes of mail servers that refuse mail, in columns of nothing else. */
const REPLY_CODE = /^[45]\d\d$/;
const OF_CODES =
  /^(?:code|status|statuscode|reason|enhanced(?:status)?code)$|^error(?:code|message|text|reason)?$|smtp|dsn|bounce|diagnos|response/;
/** Names of numbers with dots that are no codes. */
const OF_VERSIONS = /versi|release|firmware|build|software|app$/;

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
export function undeliverableCells(name: string | null, facts: ColumnFacts): ((cell: string) => boolean) | null {
  const words = facts.words === null || facts.words.size === 0 ? facts.values : [...facts.words.keys()];
  const plain = plainName(name ?? '');
  if (isOfOtherChannel(name)) return null;
  if (OF_CODES.test(plain)) {
    const isOfCodes = words.length > 0 && words.every((word) => REPLY_CODE.test(word));
    const isRefused = (cell: string) => speaksOfBounces(cell) || (isOfCodes && REPLY_CODE.test(cell));
    if (words.some(isRefused)) return isRefused;
  } else if (!OF_VERSIONS.test(plain) && mostCells(facts, seemsToBounce)) return seemsToBounce;
  const isOfAddress = DELIVERABLE.test(plain) || (VALID.test(plain) && MAIL.test(plain));
  const isOfCheck = VALIDITY.test(plain) || words.some((word) => OF_CHECKS.has(plainName(word)));
  if (!isOfAddress && !isOfCheck) return null;
  const says = (cell: string) =>
    UNDELIVERABLE.has(plainName(cell)) || (isOfAddress && answerAmong(cell, words) === false);
  return words.some(says) ? says : null;
}

/** Whether more than half of the filled cells do, as far as these are known. */
function mostCells({ values }: ColumnFacts, does: (cell: string) => boolean): boolean {
  return values.filter(does).length > values.length / 2;
}

function plainNames(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
