import { anyStem } from './consent-languages.ts';
import { consentName, isOfOtherChannel } from './consent-names.ts';
import { denies } from './denying-cells.ts';
import { wordsOfName } from './name-words.ts';
import { isWeakWord, statusOfWord } from './status-words.ts';
import { plainName } from './synonyms.ts';
import { yesNoWords } from './yes-no-words.ts';

/** Names of mail and of contact, which people allow, want and refuse; and phrases that stand for them. */
const ASKING = anyStem([
  'mail|newsletter|contact|contat|kontakt|correo|courriel|epost|sahkoposti|lettre(?!demotivation)|utskick|rundbrief|infobrief|nyhed|nyhet|uutis|bolet|hirlevel',
  '^market|marketing|markkin|promot|promos|(?<!be|er)werb|reklam(?!acj|ation)|reclam|advert|solicit|communic|comunic|kommunik|рассыл|розсил|novink|bulten|メール|メルマガ|配信|订阅|邮件',
  'intouch|hearfrom|keepme|sendme|updates?$|notificat|offers$|angebote$|offres$|ofertas$|offerte$|onhold',
]);
/** The same, short ones: whole words of a name. */
const SHORT = new Set('nl dm optante iys posta maile mailen mails ml'.split(' '));
/** Words by which a name of mail asks nothing of consent: of the state of an address, of what was sent, of a kind of contact. */
const OF_OTHERS =
  /verif|valid|confirm|bestatigt|opened|clicked|sent$|gesendet|replied|respond|count|number|primary|main|haupt|emergency|notfall|urgence|emergencia|domain|same|duplicat|lens|free|role|disposable|catchall|public|visible|template|server|code|coupon|owner|person|partner|manager|motivation/;
/** Names that only say whether there is an address. */
const HAS_ADDRESS =
  /^(?:has|hat|hay|tiene|ha|har|avec|with|mit|con)(?:an|a|eine|un|une)?(?:e?mail|epost|correo|courriel)(?:address|adresse)?$/;

/** A cell that is mail itself, such as a way of contact. */
const MAIL = /^(?:per|by|via|par|por)?(?:e?mails?|epost|correo|courriel|newsletter)$/;

/**
 * Finds what a column answers whose name speaks of mail or of contact, while it is not known what for: its cells are yes and no, or one
 * of them refuses. So does a column of any name one cell of which is consent or mail, and another refuses. Null for any other column.
 */
export function mailAnswers(name: string | null, words: readonly string[]): ((cell: string) => boolean) | null {
  if (words.length === 0 || isOfOtherChannel(name)) return null;
  const plain = plainName(name ?? '');
  const isAsking = ASKING.test(plain) || wordsOfName(name ?? '').some((word) => SHORT.has(word));
  const isOfMail = isAsking && !OF_OTHERS.test(plain) && !HAS_ADDRESS.test(plain);
  const refuses = words.some(isRefusal);
  if (
    isOfMail ? !refuses && yesNoWords(words) === null && !words.every(isPermission) : !(refuses && words.some(isMail))
  )
    return null;
  return words.some(isNoYes) ? isNoYes : (cell) => cell !== '';
}

function isRefusal(word: string): boolean {
  return denies(word) || yesNoWords([word])?.get(word.toLowerCase()) === false;
}

function isPermission(word: string): boolean {
  return statusOfWord(word) !== null && isWeakWord(word);
}

/** Whether a cell is a topic of mail, or a word of consent. */
function isMail(word: string): boolean {
  return !denies(word) && (consentName(word) === 'joined' || MAIL.test(plainName(word)));
}

/** Whether a cell does not say yes. */
function isNoYes(cell: string): boolean {
  return yesNoWords([cell])?.get(cell.toLowerCase()) !== true && statusOfWord(cell) !== 'active';
}
