import { isNoDate } from '../values/leaving-texts.ts';
import { areKnown } from './consent-fillers.ts';
import { anyStem } from './consent-languages.ts';
import { consentName, isOfOtherChannel, JOINED } from './consent-names.ts';
import { denies } from './denying-cells.ts';
import { findDenials } from './denying-words.ts';
import { wordsOfName } from './name-words.ts';
import { isWeakWord, statusOfWord } from './status-words.ts';
import { isAddressName, plainName } from './synonyms.ts';
import { answerAmong, needsOpposite, yesNoWords } from './yes-no-words.ts';
import { isOfEvents } from './asked-names.ts';

/** Names of mail and of contact, which people allow, want and refuse; and phrases that stand for them. */
const ASKING = anyStem([
  'mail|newsletter|contact|contat|kontakt|correo|courriel|epost|sahkoposti|lettre(?!demotivation)|utskick|rundbrief|infobrief|nyhed|nyhet|uutis|bolet(?:in|im)|hirlevel',
  '^market$|marketing|markkin|promoti|promos|reklam(?!acj|ation)|reclame|advert|solicit|communic|comunic|kommunik|рассыл|розсил|novink|bulten|メール|メルマガ|配信|订阅|邮件',
  'anschreib|angeschrieb|verteiler|prospection|demarchag|sollicit|novedades|novidades|recibir|permiteenvio|querreceber|quereceber|querorec|desejareceber|(?:souhaite|veut)(?:nt)?recevoir|vuolericevere',
  '^autori[sz]z?a(?:o|cion|cao|zione|tion)?$|^(?:accetto|acepto|aceito|paused|snoozed|muted|quarantined|stop(?:ped|pub)?)$',
  '^(?:bitte|please|zu|to|a)?(?:loschen|delete|remove|supprimer|eliminar|borrar|cancellare|eliminare|verwijderen|usunac|apagar)$|^(?:action|operation|aktion|accion|azione|actie|acao)$|^abonad[oa]s?$',
  '(?:kein|geen)interesse|(?:not|nolonger)interested|nicht(?:mehr)?interessiert|(?:pas|plus)interesse|nointeresad|noninteressat',
  'intouch|hearfrom|keepme|sendme|updates?$|notificat|(?<!job)offers$|(?<!job|jobs|stellen)angebote$|offres$|ofertas$|offerte$|onhold',
  'nl(?:abo|anmeld|versand|send|empfang|erhalt|gewunscht|erwunscht|opt)|(?:send|receive|wants?|erhalt|bekomm|kein)[a-z]{0,3}nl$',
]);
/** The same, as beginnings of words: `Gewerbe` is none of them. */
const ASKING_WORD = /^werb(?!e(?:artikel|mittel|geschenk|agentur))/;
/** Names of the use of data, of which a no alone says something about mail. */
const PRIVACY = anyStem([
  'privacy|datenschutz|trattamentod|tratamientod|tratamentod|protecciondedatos|protecaodedados|donneespersonnelles|confidentialit',
]);
/** The same, short ones: whole words of a name. */
const SHORT = new Set('dm optante iys posta maile mailen mails ml'.split(' '));

/** A cell that is mail itself, such as a way of contact. */
const MAIL = /^(?:per|by|via|par|por)?(?:e?mails?|epost|correo|courriel|newsletter)$/;
/** Marks of a blank cell: alone they answer nothing. */
const DASH = /^[-–—]+$/;
/** Words for nothing: a refusal, or a blank cell. */
const NONE = /^(?:keine?[rs]?|aucune?|ningun[oa]?|nessun[oa]?|geen|ingen|brak)$/;
/** Most words of an answer. */
const ANSWER_WORDS = 4;
/** Words of answers to a question about mail, next to those that say yes, no or mail. */
const OF_ANSWERS =
  /^(?:yes|ja|oui|si|sim|tak|ok|okay|x|please|bitte|only|nur|both|beide?s?|all|alle|any|other|unknown|unbekannt|inconnu|maybe|vielleicht|na|null|hold|bounced?|erlaubt|allowed|news|offers?|updates?|angebote|neuigkeiten|offres|ofertas|offerte|events?|info(?:s|rmation(?:en|s)?)?|important|some|gerne?)$|^(?:daily|weekly|monthly|quarterly|yearly|taglich|wochentlich|monatlich|quotidien|hebdomadaire|mensuel|diari[oa]|semanal|mensual|mensal)|tele(?:f|ph)on|^phone$|^sms$|^post$|^brief$|^letter$|^fax$|whatsapp/;

/**
 * Finds what a column answers whose name speaks of mail or of contact, while it is not known what for: its cells are yes and no, or one
 * of them refuses. A word for nothing, such as a dash, refuses only next to other answers. So does a column of the use of data, and one of any name in which all
 * cells are answers, one of consent or mail, and another refuses. Null for any other column.
 */
export function mailAnswers(name: string | null, words: readonly string[]): ((cell: string) => boolean) | null {
  if (words.length === 0 || isOfOtherChannel(name)) return null;
  const plain = plainName(name ?? '');
  // A column of addresses without an address has another fault, unless it answers both ways.
  if (isAddressName(name ?? '') && !(words.some(isYes) && words.some(isRefusal))) return null;
  const spoken = wordsOfName(name ?? '');
  const isAsking = ASKING.test(plain) || spoken.some((word) => SHORT.has(word) || ASKING_WORD.test(word));
  const isOther = isOfOthers(plain, spoken);
  const refuses = isAsking && !isOther ? refusesMail(words, allowsInName(plain)) : areAnswers(words);
  const answers =
    isAsking && !isOther
      ? refuses || yesNoWords(words) !== null || words.every(isPermission) || words.every(needsOpposite)
      : refuses && (PRIVACY.test(plain) || words.some(isOther || isOfWays(plain) ? isConsent : isMail));
  if (!answers) return null;
  return words.some(isNoYes) ? isNoYes : (cell) => cell !== '';
}

/** Whether a word refuses mail. One for nothing does so among answers, and where the name asks for a permission. */
function refusesMail(words: readonly string[], isAsked: boolean): boolean {
  const refusals = words.filter(isRefusal);
  if (isAsked || refusals.some((word) => !isNothing(word))) return refusals.length > 0;
  return areAnswers(words) && !words.every((word) => DASH.test(word));
}

/** Whether all words are answers, and one of them refuses: names and texts are none. */
function areAnswers(words: readonly string[]): boolean {
  return words.some(isRefusal) && words.every((word) => isRefusal(word) || isAnswer(word));
}

function isNothing(word: string): boolean {
  return isNoDate(word) || NONE.test(plainName(word));
}

function isRefusal(word: string): boolean {
  return denies(word) || answerAmong(word, []) === false;
}

function isYes(word: string): boolean {
  return answerAmong(word, []) === true;
}

function isPermission(word: string): boolean {
  return statusOfWord(word) !== null && isWeakWord(word);
}

function isAnswer(word: string): boolean {
  if (isYes(word) || statusOfWord(word) !== null || isMail(word)) return true;
  const words = wordsOfName(word);
  const { rest } = findDenials(words);
  const others = rest.filter((each) => !OF_ANSWERS.test(each));
  return words.length <= ANSWER_WORDS && areKnown(others, JOINED) && !/^\d+$/.test(others.join(''));
}

/** Whether a cell is a topic of mail, or a word of consent. */
function isMail(word: string): boolean {
  return !denies(word) && (consentName(word) === 'joined' || MAIL.test(plainName(word)));
}

/** Whether a cell is a word of consent, and not a topic of mail: that is as well a source, or a tag. */
function isConsent(word: string): boolean {
  return isMail(word) && !ASKING.test(plainName(word));
}

/** Whether a cell does not say yes. */
function isNoYes(cell: string): boolean {
  return answerAmong(cell, []) !== true && statusOfWord(cell) !== 'active';
}

/** Words by which a name of mail asks nothing of consent: of the state of an address, of what was sent, of a kind of contact. */
const OF_OTHERS =
  /verif|valid|confirm|bestatigt|opened|clicked|sent$|gesendet|replied|respond|count|number|primary|secondary|alternat|main|haupt|emergency|notfall|urgence|emergencia|domain|same|duplicat|lens|free|role|disposable|catchall|public(?!i[td])|visible|template|server|code|coupon|owner|person|partner(?!s?(?:offer|mail|angebot|news|inform|werb|market|promo))|manager|motivation/;
/** Names of invoices, which come by mail as well. */
const OF_INVOICES = /rechnung|(?<!manu)factur|fattura|fatura|invoice|receipt|billing/;
/** Kinds of contacts, and what was done with people: each next to a word for contact. */
const OF_CONTACTS =
  /(?:business|press|sales|technical|admin|legal|support)contact|contact(?:o|to)?(?:principal|technique|tecnico|comercial|attempt)|attempts?$|versuch|^(?:is|was|hasbeen|already|wurde|bereits|schon)*(?:kontaktiert|contacted|contactee?|contactad[oa]|contattat[oa])$/;
/** Things of which the last one has a time, and not an answer. */
const OF_LAST =
  /(?:last|letzte?[rs]?|dernier|ultim[oa]|latest)(?:e?mail|contact|contat|kontakt|update|aktualis|newsletter|communic|comunic|notificat|promo|campa|marketing)|(?:contacto?|contatto)(?:ultimo|dernier|last)/;
/** The same, whole words of a name. */
const WORDS_OF_OTHERS = new Set(
  'city ort ville ciudad citta name names nom nombre notes note notizen title titel titre tags tag labels login resident'.split(
    ' ',
  ),
);
/** Programs that read mail. */
const PROGRAMS = /mail(?:client|programm?|app)$/;
/** Ways on which people came, or on which one writes to them. */
const WAYS =
  /(?<!re)source|quelle|origen|origine|herkunft|medium|(?<!communications?|kommunikations?|contact|kontakt)(?:channel|kanal)/;
/** Names that only say whether there is an address. */
const HAS_ADDRESS =
  /^(?:has|hat|hay|tiene|ha|har|avec|with|mit|con)(?:an|a|eine|un|une)?(?:e?mail|epost|correo|courriel)(?:address|adresse)?$/;

/** Words by which a name asks what a person allows, or likes best. */
const ALLOWS =
  /allow|permi|erlaub|autoris|autoriz|accept|akzept|agree|consent|erwunsch|gewunscht|wunscht?|prefer|prefier|bevorzug|souhaite|quiere|desea|onhold|frequen|haufigk|darf|^may|^can/;

/** Whether a name of mail asks nothing of consent. A kind of contact or a way that people allow does. */
function isOfOthers(plain: string, words: readonly string[]): boolean {
  if (OF_OTHERS.test(plain) || OF_INVOICES.test(plain) || HAS_ADDRESS.test(plain) || PROGRAMS.test(plain)) return true;
  if (OF_LAST.test(plain) || isOfEvents(words)) return true;
  if (allowsInName(plain)) return false;
  return OF_CONTACTS.test(plain) || isOfWays(plain) || words.some((word) => WORDS_OF_OTHERS.has(word));
}

/** Whether a name is of a way on which people came or are written to, without saying that they like it. */
function isOfWays(plain: string): boolean {
  return WAYS.test(plain) && !allowsInName(plain);
}

/** Whether a name asks for what a person allows. */
function allowsInName(plain: string): boolean {
  return ALLOWS.test(plain);
}
