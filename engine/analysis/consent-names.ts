import { explainsOtherwise, isOfEvents, isOfRequests } from './asked-names.ts';
import { areKnown, arePlain, hasTopic, TOPICS, withoutFillers } from './consent-fillers.ts';
import { anyStem, isJapanese, isOfTheseLanguages, stemsFor } from './consent-languages.ts';
import { areNeutral, withoutPreposition } from './consent-prepositions.ts';
import { findDenials } from './denying-words.ts';
import type { DeniedName } from './denying-words.ts';
import { GONE, MAYBE_GONE } from './gone-words.ts';
import { wordsOfName } from './name-words.ts';
import { plainName } from './synonyms.ts';

/**
 * Statement about people's consent that the name of a column makes. "unclear": one that can be read as consent and as its opposite;
 * null: none about consent to mail.
 */
export type ConsentName = 'left' | 'bounced' | 'complained' | 'joined' | 'status' | 'unclear' | null;

/** A name that the cells of its column have to explain. */
export type DoubtedName = 'doubtful' | 'asked';

const OTHER_CHANNEL =
  /sms|whatsapp|phone|telefon|telephone|anruf|push|post(?:al)|directmail|fax|messenger|(?:per|by|via|brief)post|postwerbung|parcourrier/;
const MAIL_OF_PAPER = /(?:direct|postal|paper|post|snail|voice)mail/g;
const COMPLAINED = orFurther(
  'complained',
  /^(?:is)?(?:spam|junk)(?:mer)?$|complain|spamreport|markedasspam|abuse|beschwerde|plainte|queja|klacht/,
);
const BOUNCED = orFurther(
  'bounced',
  /bounce|cleaned|^clean|undeliverable|unzustellbar|rebond|rebot|rimbalz|onbestelbaar/,
);

/** Words of consent to mail. */
export const JOINED = anyOf({
  en: [
    'accepts?e?mail|accepts?(?:e?mail)?marketing|agreedtomarketing|^(?:e?mail)?marketing$|marketinge?mails?$',
    'marketing(?:consent|permission|allowed|optin)|e?mail(?:consent|permission)|permission$|mailinglist$|canbee?mailed|^e?mailme$|^e?mailok$|mailable$|^mailings?$|e?mails?allowed$|allowede?mails?$|(?:marketing|e?mail|contact|communication)preferences?$|contactable|^can(?:be)?contact(?:ed)?$',
    '(?:receives?|wants?|sends?|gets?|allows?)(?:marketing|e?mail|newsletter|promo|offers|updates)|^okto(?:e?mail|contact|send)',
    'consent|opt(?:ed|s)?in|doubleoptin|newsletter|^subscribed?$|^subscribed|issubscribed|^sendable$|^doi(?:confirmed|bestatigt)?$|subscribedto|^(?:is)?subscribers?$|^gdpr|^(?:is)?active$',
  ],
  de: [
    'einwilligung|zustimmung|einverstand|abonniert|^abonnement|^abonnent(?:in|en|innen)?$|angemeldet|werbeerlaubnis|werbung|rundbrief|^dsgvo|^(?:ist)?aktiv$',
  ],
  fr: [
    '^abonne|abonnement|consentement|infolettre|^rgpd|^acti(?:f|ve)$|accepte(?:le|la|les|de)?(?:e?mail|courriel|publi|offre|recevoir)',
  ],
  es: [
    '^suscriptor(?:a|es)?$|consentimiento|suscrit|suscripcion|boletin|comunicacionescomerciales|publicidad|lopd|^activ[oa]$|acepta(?:e?mail|correo|recibir)',
  ],
  it: ['consenso|iscritt|iscrizione|pubblicita|accetta(?:e?mail|diricevere|comunicazioni)'],
  nl: ['toestemming|ingeschreven|aangemeld|nieuwsbrief|akkoord|reclame'],
  pt: ['lgpd|consentimento|inscrit|boletim|publicidade|aceita(?:e?mail|receber|comunicac)'],
  da: ['samtykke|nyhedsbrev|reklame|markedsforing'],
  no: ['nyhetsbrev'],
  sv: ['samtycke|nyhetsbrev|reklam$|marknadsforing'],
  fi: ['suostumus|uutiskirje|markkinointilupa'],
  pl: ['zgod[ay]|biuletyn|subskry(?:pcj|bent)|^aktywn[ya]$|^rodo$'],
  further: stemsFor('joined'),
});
const LEFT = anyOf({
  en: [
    'unsub|opt(?:ed|s|ing)?out|donot(?:e?mail|contact|send|market|disturb)|nobulk$|righttobeforgotten|dontemail|no(?:e?mails?|marketing)$',
    'blocklist|blacklist|removetime|leftat|^left$|(?:donot|doesnot|nolonger)wants?|^dnc$',
  ],
  de: [
    'robinson|abgemeld|abmeld|austrag|ausgetragen|abbestell|^nicht(?:kontaktieren|anschreiben|mailen|storen)|mochtekeine',
  ],
  fr: ['desabonn|desinscri|^nepas(?:contacter|envoyer|mailer|solliciter)|^ne(?:souhaite|veut)(?:plus|pas)'],
  es: ['dadodebaja|^baja$|fecha(?:de)?baja|bajavoluntaria|desuscri|^no(?:enviar|contactar|molestar|desea|quiere)'],
  it: ['disiscri|^non(?:contattare|disturbare|inviare|desidera|vuole)'],
  nl: ['uitgeschreven|uitschrijf|afgemeld|afmeld|^niet(?:mailen|contact|benaderen)'],
  pt: ['descadastr|^nao(?:contact|contat|enviar|perturb|deseja|quer)'],
  no: ['avmeld|^ikke(?:kontakt|send)'],
  da: ['frameld|^udmeldt'],
  sv: ['avregistr|avprenumer|^inte(?:kontakta|skicka)'],
  fi: ['peruuttanut'],
  pl: ['wypis|wyrejestr|^nie(?:wysyla|kontakt)'],
  further: stemsFor('left'),
});
const STATUS = anyOf({
  en: ['status$|^subscription|^(?:abo|mitglieds|mail|email)status|subscriptionstate'],
  others: [
    '^statussubskry|statut$|^etat$|estado$|^situac(?:ion|ao)$|^stato|^toestand$|^tila$|^stav$|^allapot$|durumu?$|статус|ステータス|状態$|状況$|状态$',
  ],
});
/** A name of the subscription itself: with a word that denies, it is of leaving. */
const SUBSCRIPTION = /^subscriptions?/;
const JOINED_OR_SUBSCRIPTION = new RegExp(`${JOINED.source}|${SUBSCRIPTION.source}`);
/** Words of the act of joining: next to a word of leaving, a name says both. */
const ACT =
  /opt(?:ed)?in|subscribed|abonniert|angemeldet|ingeschreven|aangemeld|iscritt[oa]|inscrit[oa]?|suscrit[oa]|tilmeldt|zapisan/;
/** Names of both; the red list of France is one against mail, and more often one of telephone numbers. */
const BOTH = /opt(?:ed)?in(?:or|and|oder)?out|optoutin$|^opt(?:status|state)?$|^oioo$|listerouge/;
/** Names of a newsletter, and not of who gets it. */
const OF_TITLES = /(?:newsletter|mailing(?:list)?)s?(?:name|titel|title)$/;
/** Words with a stem of advertising that are about jobs and shops: `Bewerbung`. */
const NO_ADVERTISING = /^(an|ab|be|er)werb/;
/** Words that stand before what people lack: an address as well as a consent. */
const LACKING = /^(?:without|ohne|sans|sin|senza|zonder|sem|uden|uten|utan|ilman|bez|brak|missing)/;

/** The parts of names that say something here, wherever they stand: most names have none. */
const ANY = new RegExp(
  [COMPLAINED, BOUNCED, LEFT, JOINED, GONE, MAYBE_GONE, STATUS, BOTH, TOPICS]
    .map(({ source }) => source.replaceAll(/[\^$]/g, ''))
    .join('|'),
);

/** Words of consent to anything, mail or not. */
const GENERAL = anyStem(['souhlas|suhlas|hozzajarul|соглас|згод|izin|izni|onayi?|同意']);
/** Those that speak of approvals and terms more often than of mail. */
const NEEDS_TOPIC = anyStem(['onayi?$|同意']);

const OTHER_STATUS =
  /注文|配送|発送|支払|入金|заказ|siparis|odeme|objednav|rendel|order|payment|marital|account|konto|job|ship|lead|ticket|deliver|deal|invoice|employ|familien|zivil|auftrag|bestell|commande|pedido|zamow/;

/**
 * Reads the name of a column as what it says about consent. A word that denies turns it: "not subscribed" and "consent revoked" are
 * names of leaving. It is unclear where it denies twice, or denies among words that are not known. It is doubtful where a word of
 * consent stands among words that are not known, in languages of which few words that deny are: unclear, unless the cells are texts.
 * It is asked where it says that consent was asked for: unclear, if the cells say yes or no.
 */
export function consentName(name: string | null): ConsentName | DoubtedName {
  if (name === null || isOfOtherChannel(name)) return null;
  const said = partedName(name);
  return said !== null && said !== 'status' && explainsOtherwise(name) ? 'unclear' : said;
}

/** Reads a name without its preposition. */
function partedName(name: string): ConsentName | DoubtedName {
  const spelled = wordsOfName(name).map((word) => word.replace(NO_ADVERTISING, '$1w'));
  const { before, words } = withoutPreposition(spelled, name);
  const said = sayingOf(words);
  if (areNeutral(before)) return said;
  return findDenials(before).count === 0 || said === 'joined' ? 'unclear' : (said ?? 'unclear');
}

/** Reads the words of a name that has no preposition which looks like a denial. */
function sayingOf(words: readonly string[]): ConsentName | DoubtedName {
  const plain = words.join('');
  if (!ANY.test(plain) || OF_TITLES.test(plain)) return null;
  const besides = uncovered(words, COMPLAINED) ?? uncovered(words, BOUNCED);
  if (besides !== null) {
    if (findDenials(besides.parts).negations > 0) return 'unclear';
    return COMPLAINED.test(plain) ? 'complained' : 'bounced';
  }
  const outside = uncovered(words, LEFT);
  if (outside !== null)
    return speaksOnce(outside) && areKnown(outside.parts.filter(isJapanese), JOINED) ? 'left' : 'unclear';
  if (BOTH.test(plain)) return 'unclear';
  const denied = findDenials(words);
  const isDeniedSubscription = SUBSCRIPTION.test(plain) && denied.count > 0;
  if (STATUS.test(plain) && !isDeniedSubscription) return OTHER_STATUS.test(plain) ? null : 'status';
  return turned(denied, words);
}

/** Whether the name of a column speaks of consent, and of nothing else. */
export function isNameOfConsent(name: string | null): boolean {
  return name !== null && areKnown(wordsOfName(name), JOINED) && !/^(?:subscriber|abonnement)$/.test(plainName(name));
}

/** Reads what the rest of a name speaks of, and turns it by the words that deny. */
function turned(denied: DeniedName, words: readonly string[]): ConsentName | DoubtedName {
  const { count, negations, isAmbiguous, isSoft, rest, text } = denied;
  const spoken = count === 0 ? [text] : [text, withoutFillers(rest).join('')];
  if (spoken.some((each) => JOINED.test(each) || (count > 0 && SUBSCRIPTION.test(each)))) {
    if (isOfOther(words.join(''))) return null;
    if (count === 0) return isOfEvents(words) ? null : agreeing(words);
    return count === 1 && !isAmbiguous && areKnown(rest, JOINED_OR_SUBSCRIPTION) ? 'left' : 'unclear';
  }
  const others = words.filter((word) => !GONE.test(word));
  const around = findDenials(others);
  if (others.length < words.length && areKnown(around.rest, GONE)) {
    return around.count > 0 || words.length - others.length > 1 ? 'unclear' : 'left';
  }
  if (words.some((word) => MAYBE_GONE.test(word)) && areKnown(rest, MAYBE_GONE)) return 'unclear';
  if (count === 0 || isSoft || isAmbiguous || !hasTopic(text) || !areKnown(rest, GONE)) return null;
  return count > 1 || (negations > 0 && words.some((word) => LACKING.test(word))) ? 'unclear' : 'left';
}

/** Whether a name speaks of a consent to something else than mail, such as an order. */
function isOfOther(plain: string): boolean {
  return OTHER_STATUS.test(plain) && GENERAL.test(plain) && !hasTopic(plain) && !JOINED.test(withoutGeneral(plain));
}

/** Reads a name of consent in which no known word denies. */
function agreeing(words: readonly string[]): 'joined' | DoubtedName {
  if (isOfRequests(words)) return 'asked';
  const plain = words.join('');
  if (!isOfTheseLanguages(plain)) return 'joined';
  const lacksTopic = NEEDS_TOPIC.test(plain) && !hasTopic(plain) && !JOINED.test(withoutGeneral(plain));
  return !lacksTopic && arePlain(words, JOINED) ? 'joined' : 'doubtful';
}

function withoutGeneral(plain: string): string {
  return plain.replaceAll(new RegExp(GENERAL, 'g'), ' ');
}

/** Whether nothing in a name of leaving turns it, and no other part speaks of joining. */
function speaksOnce({ parts, matches }: Uncovered): boolean {
  const isTwice = matches.length > 1 && matches.some((match) => findDenials([match]).negations > 0);
  return !isTwice && findDenials(parts).count === 0 && !ACT.test(parts.join(''));
}

/** The matches of a pattern in a whole name, and the parts of its words that it does not match. */
interface Uncovered {
  readonly parts: readonly string[];
  readonly matches: readonly string[];
}

/** Applies a pattern to a name of several words; null where it matches nothing. */
function uncovered(words: readonly string[], pattern: RegExp): Uncovered | null {
  if (!pattern.test(words.join(''))) return null;
  const matches: string[] = [];
  const masked = words.join('').replaceAll(new RegExp(pattern, 'g'), (match) => {
    matches.push(match);
    return ' '.repeat(match.length);
  });
  let at = 0;
  const parts = words.flatMap(({ length }) => {
    const part = masked.slice(at, at + length);
    at += length;
    return part.split(' ').filter((each) => each !== '');
  });
  return { parts, matches };
}

/** Whether the name of a column speaks of telephone, post and the like alone: what it says is not about mail. */
export function isOfOtherChannel(name: string | null): boolean {
  if (name === null) return false;
  const plain = plainName(name);
  return OTHER_CHANNEL.test(plain) && !plain.replaceAll(MAIL_OF_PAPER, '').includes('mail');
}

const TIME = /time|date|datum|fecha|data(?!base)|quand|zeit|stamp|at$|am$|on$|le$|el$/;

/** Whether the name of a column of leaving is that of a time. */
export function isNameOfTime(name: string | null): boolean {
  return name !== null && TIME.test(plainName(name));
}

/** A pattern of parts of names in several languages, as `plainName` writes them. */
function anyOf(languages: Readonly<Record<string, readonly string[]>>): RegExp {
  return anyStem(Object.values(languages).flat());
}

function orFurther(purpose: 'bounced' | 'complained', pattern: RegExp): RegExp {
  return anyStem([pattern.source, ...stemsFor(purpose)]);
}
