import { areKnown } from './consent-fillers.ts';
import { JOINED } from './consent-names.ts';
import { findDenials } from './denying-words.ts';
import { wordsOfName } from './name-words.ts';
import { foldLetters } from './synonyms.ts';

/** Marks, and words that are no denials in names. */
const DENYING_CELL = /^(?:[-–—✗✘✕×❌]|nok|none|keine?r?|aucune?|ningun[oa]?|nessun[oa]?|geen|ingen|brak)$/i;

/** An answer before more words: "No, not interested". */
const ANSWER = /^(?:no|nope|nein|nee|non|nej|nei|nao|nie|ne|нет|ні|nem|hayir|いいえ)(?:\s*[,;:!(]|\s+[–—-]\s)/;
/** Words of politeness and of interest, which make no other cell of an answer. */
const POLITE =
  /^(?:thanks?|thank|danke|dank|merci|gracias|grazie|obrigad[oa]|tak|takk|tack|kiitos|dziekuje|dekuji|koszonom|спасибо|дякую|tesekkurler|interest(?:ed)?|interesse|interet|thx|sorry|bedankt)$/;

/**
 * Whether a short cell of a column of consent denies it: "no thanks", "nein (31.12.2023)", "never". Names of plans such as "Off season"
 * deny nothing.
 */
export function denies(cell: string): boolean {
  const text = cell.trim();
  if (DENYING_CELL.test(text) || ANSWER.test(foldLetters(text))) return true;
  const { count, rest } = findDenials(wordsOfName(text));
  const others = rest.filter((word) => !POLITE.test(word));
  return count > 0 && areKnown(others, JOINED);
}
