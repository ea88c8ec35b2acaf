import { plainName } from './synonyms.ts';

/** What the name of a column says about the consent of people; null: nothing about consent to mail. */
export type ConsentName = 'left' | 'bounced' | 'complained' | 'joined' | 'status' | null;

const OTHER_CHANNEL = /sms|whatsapp|phone|telefon|telephone|anruf|push|post(?:al)|directmail|fax|messenger/;
const COMPLAINED = /complain|spamreport|markedasspam|abuse|beschwerde|plainte|queja|klacht/;
const BOUNCED = /bounce|cleaned|^clean|undeliverable|unzustellbar|rebot|rimbalz/;
const LEFT = new RegExp(
  [
    ...[
      'unsub',
      'opt(?:ed|s|ing)?out',
      'donot(?:e?mail|contact|send|market)',
      'dontemail',
      'no(?:e?mails?|marketing)$',
    ],
    ...['suppress', 'blocklist', 'blacklist', 'blockedat', '^removed', 'removetime', 'leftat', 'withdrawn'],
    ...['abgemeld', 'abmeld', 'ausgetragen', 'austrag', 'abbestell', 'widerruf', 'werbesperre', 'gesperrt'],
    ...['desabonn', 'desinscri', 'dadodebaja', '^baja$', 'fecha(?:de)?baja', 'desuscri', 'disiscri', 'cancellazione'],
    ...['uitgeschreven', 'uitschrijf', 'afgemeld', 'afmeld', 'descadastr', 'avmeld', 'frameld', 'avregistr', 'wypisan'],
  ].join('|'),
);
const JOINED = new RegExp(
  [
    ...[
      'accepts?(?:s)?(?:e?mail)?marketing',
      'accepts?e?mails?',
      '(?:e?mail)?marketing(?:consent|permission|allowed|optin)',
    ],
    ...[
      'acceptsmarketing',
      'agreedtomarketing',
      'receivese?mails?',
      'allows?e?mails?',
      'e?mailpermission',
      'mailinglist$',
    ],
    ...[
      'consent',
      'opt(?:ed|s)?in',
      'doubleoptin',
      'newsletter',
      '^subscribed',
      'issubscribed',
      'subscribedto',
      'permission$',
    ],
    ...[
      'einwilligung',
      'zustimmung',
      'abonniert',
      'angemeldet',
      'werbeerlaubnis',
      '^abonne',
      'abonnement',
      'consentement',
    ],
    ...['consentimiento', 'suscrit', 'suscripcion', 'consenso', 'iscritt', 'iscrizione', 'toestemming', 'ingeschreven'],
    ...['aangemeld', 'consentimento', 'inscrit', 'samtykke', 'samtycke', 'suostumus', 'zgoda'],
  ].join('|'),
);
const STATUS = /status$|statut$|estado$|^stato|^subscription|^(?:abo|mitglieds|mail|email)status|subscriptionstate/;

const OTHER_STATUS =
  /order|payment|marital|account|konto|job|ship|lead|ticket|deliver|deal|invoice|employ|familien|zivil|auftrag|bestell/;

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
