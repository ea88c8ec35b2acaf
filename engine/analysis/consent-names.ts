import { plainName } from './synonyms.ts';

/** What the name of a column says about the consent of people; null: nothing about consent to mail. */
export type ConsentName = 'left' | 'bounced' | 'complained' | 'joined' | 'status' | null;

const OTHER_CHANNEL = /sms|whatsapp|phone|telefon|telephone|anruf|push|post(?:al)|directmail|fax|messenger/;
const COMPLAINED = /complain|spamreport|markedasspam|abuse|beschwerde|plainte|queja|klacht/;
const BOUNCED = /bounce|cleaned|^clean|undeliverable|unzustellbar|rebond|rebot|rimbalz|onbestelbaar/;

const JOINED = anyOf({
  en: [
    'accepts?e?mail|accepts?(?:e?mail)?marketing|agreedtomarketing|^(?:e?mail)?marketing$|marketinge?mails?$',
    'marketing(?:consent|permission|allowed|optin)|e?mail(?:consent|permission)|permission$|mailinglist$|canbee?mailed|^e?mailme$',
    '(?:receives?|wants?|sends?|gets?|allows?)(?:marketing|e?mail|newsletter|promo|offers|updates)|^okto(?:e?mail|contact|send)',
    'consent|opt(?:ed|s)?in|doubleoptin|newsletter|^subscribed|issubscribed|subscribedto|^(?:is)?subscriber$|^gdpr|^(?:is)?active$',
  ],
  de: [
    'einwilligung|zustimmung|einverstand|abonniert|^abonnement|angemeldet|werbeerlaubnis|werbung|rundbrief|^dsgvo|^(?:ist)?aktiv$',
  ],
  fr: [
    '^abonne|abonnement|consentement|infolettre|^rgpd|^acti(?:f|ve)$|accepte(?:le|la|les|de)?(?:e?mail|courriel|publi|offre|recevoir)',
  ],
  es: [
    'consentimiento|suscrit|suscripcion|boletin|comunicacionescomerciales|publicidad|^activ[oa]$|acepta(?:e?mail|correo|recibir)',
  ],
  it: ['consenso|iscritt|iscrizione|pubblicita|accetta(?:e?mail|diricevere|comunicazioni)'],
  nl: ['toestemming|ingeschreven|aangemeld|nieuwsbrief|akkoord|reclame'],
  pt: ['consentimento|inscrit|boletim|publicidade|aceita(?:e?mail|receber|comunicac)'],
  da: ['samtykke|nyhedsbrev|reklame|markedsforing'],
  no: ['nyhetsbrev'],
  sv: ['samtycke|nyhetsbrev|reklam$|marknadsforing'],
  fi: ['suostumus|uutiskirje|markkinointilupa'],
  pl: ['zgod[ay]|biuletyn'],
});
const LEFT = anyOf({
  en: [
    'unsub|opt(?:ed|s|ing)?out|donot(?:e?mail|contact|send|market)|dontemail|no(?:e?mails?|marketing)$',
    'e?maildisabled|^disabled(?:at|on)?$|deactivat|^(?:is)?inactive$',
    'suppress|blocklist|blacklist|blockedat|^removed|removetime|leftat|withdrawn|^revoked|(?:donot|doesnot|nolonger)wants?',
  ],
  de: [
    'abgemeld|abmeld|ausgetragen|austrag|abbestell|widerruf|werbesperre|gesperrt|gekundigt|kundigungsdatum|austrittsdatum|ausgetreten',
    'deaktiviert|^(?:ist)?inaktiv$',
    '^keine?(?:werbung|e?mail|newsletter|kontakt)|^nicht(?:kontaktieren|anschreiben|mailen)|mochtekeine',
  ],
  fr: ['desabonn|desinscri|^nepas(?:contacter|envoyer|mailer|solliciter)|^ne(?:souhaite|veut)(?:plus|pas)'],
  es: [
    'dadodebaja|^baja$|fecha(?:de)?baja|desuscri|^no(?:enviar|contactar|desea|quiere)|cancelacion(?:de)?(?:la)?(?:suscrip|newsletter)',
  ],
  it: ['disiscri|cancellazione|revoca|^non(?:contattare|inviare|desidera|vuole)'],
  nl: [
    'uitgeschreven|uitschrijf|afgemeld|afmeld|opgezegd|^niet(?:mailen|contact|benaderen)|^geen(?:e?mail|reclame|nieuwsbrief)',
  ],
  pt: ['descadastr|^nao(?:contact|contat|enviar|deseja|quer)|cancelamento(?:da)?(?:assinatura|inscricao|newsletter)'],
  no: ['avmeld|^ikke(?:kontakt|send)'],
  da: ['frameld'],
  sv: ['avregistr|avprenumer|^inte(?:kontakta|skicka)'],
  fi: ['peruuttanut'],
  pl: ['wypis|rezygn|wyrejestr|odwolan'],
});
const STATUS = /status$|statut$|estado$|^stato|^subscription|^(?:abo|mitglieds|mail|email)status|subscriptionstate/;

const OTHER_STATUS =
  /order|payment|marital|account|konto|job|ship|lead|ticket|deliver|deal|invoice|employ|familien|zivil|auftrag|bestell|commande|pedido|zamow/;

/** Reads the name of a column as what it says about consent. A name that denies, such as "not subscribed", is one of leaving. */
export function consentName(name: string | null): ConsentName {
  const plain = name === null ? '' : plainName(name);
  if (plain === '' || OTHER_CHANNEL.test(plain)) return null;
  if (COMPLAINED.test(plain)) return 'complained';
  if (BOUNCED.test(plain)) return 'bounced';
  if (LEFT.test(plain) || /^not?(?:opt|subscri)/.test(plain)) return 'left';
  if (STATUS.test(plain)) return OTHER_STATUS.test(plain) ? null : 'status';
  return JOINED.test(plain) ? 'joined' : null;
}

const TIME = /time|date|datum|fecha|data(?!base)|quand|zeit|stamp|at$|am$|on$|le$|el$/;

/** Whether the name of a column of leaving is that of a time. */
export function isNameOfTime(name: string | null): boolean {
  return name !== null && TIME.test(plainName(name));
}

/** A pattern of parts of names in several languages, as `plainName` writes them. */
function anyOf(languages: Readonly<Record<string, readonly string[]>>): RegExp {
  return new RegExp(Object.values(languages).flat().join('|'));
}
