/** Characters of a cell that are searched. */
const SEARCHED_CHARACTERS = 1_000;

/** Phrases about people who want no mail, in lower case without accents and apostrophes; a blank may be missing, or be a dash. */
const PHRASES = phrasesOf({
  en: [
    ...['unsubscribed?', 'unsubscribing', 'opt(?:ed|s|ing)? out', 'hard bounced?', '(?:marked|reported) as spam'],
    ...[
      'spam complaint',
      'left the (?:list|newsletter)',
      'remove (?:me|him|her|them)',
      'stop (?:e-?mailing|mailing|sending)',
    ],
    ...[
      '(?:wants?|asked|wishes) to be removed',
      'take (?:me|him|her|them) off',
      'wants? no (?:more )?(?:e-?)?mails?',
      'bounced(?! che)',
    ],
    ...['do(?:es)? (?:not|nt) (?:want |wish )?(?:to )?(?:be )?(?:e-?mail|mail|contact|receive)(?:ed)?'],
    ...['no (?:more |further )?(?:e-?mails?|mailings?|newsletters?|marketing)'],
  ],
  de: [
    ...['abgemeldet', 'abbestellt', 'ausgetragen', 'keine? (?:weiteren? )?(?:e-?mails?|mails?|newsletter|werbung)'],
    ...['nicht (?:mehr )?(?:anschreiben|kontaktieren|mailen)', 'einwilligung widerrufen', 'widerspruch gegen werbung'],
    ...[
      '(?:vom|aus dem) (?:verteiler|newsletter) (?:nehmen|genommen|streichen|gestrichen|loschen|geloscht|entfernen|entfernt)',
    ],
    ...['(?:will|mochte|wunscht) (?:keine (?:weiteren )?(?:e-?mails?|mails?)|keinen newsletter)(?: mehr)?'],
  ],
  fr: [
    ...[
      '(?:se )?desabonn(?:e|er|ee)',
      '(?:se )?desinscri(?:t|te|re)',
      'ne (?:plus|pas) (?:contacter|envoyer|ecrire|solliciter)',
    ],
    ...['ne (?:souhaite|veut) (?:plus|pas) (?:recevoir|etre contactee?)'],
  ],
  es: [
    'dad[oa] de baja',
    '(?:dio|dar|darse|darme|darlo|darla) de baja',
    'no quiere (?:mas )?(?:correos|e-?mails?)',
    'desuscrit[oa]',
    'no (?:enviar|contactar)',
    'no (?:desea|quiere) recibir',
  ],
  it: ['disiscritt[oa]', 'non (?:inviare|contattare)', 'non (?:desidera|vuole) ricevere'],
  nl: [
    ...['uitgeschreven', 'afgemeld', 'geen (?:e-?mails?|nieuwsbrief|mailings?|reclame)'],
    ...['niet (?:meer )?(?:mailen|benaderen|sturen|contacteren)', 'wil geen (?:e-?mails?|nieuwsbrief)'],
  ],
  pt: ['descadastrad[oa]', 'nao (?:enviar|contactar|contatar)', 'nao (?:quer|deseja) receber'],
  da: ['frameldt', 'afmeldt', '(?:vil|onsker) ikke (?:have |modtage )?(?:e-?mails?|mails?|nyhedsbrev)'],
  no: ['avmeldt', 'ikke (?:send|kontakt)', '(?:vil|onsker) ikke (?:ha )?(?:e-?post|nyhetsbrev)'],
  sv: [
    'avregistrerad',
    'avprenumererad',
    'inte (?:skicka|kontakta)',
    'vill inte (?:ha |fa )?(?:e-?post|e-?mails?|mail|nyhetsbrev)',
  ],
  fi: ['peruuttanut (?:tilauksen|uutiskirjeen)', 'ei halua (?:sahkoposti|uutiskirje)[a-z]*'],
  pl: [
    'wypisan[ya]',
    'zrezygnowala?',
    'nie (?:wysylac|kontaktowac)',
    'nie chce (?:otrzymywac )?(?:e-?)?(?:maili|mailow|newslettera)',
  ],
});

/** Most cells have no other letters than those of ASCII, for which the search takes a third of the time. */
const ASCII = /^[\0-\x7f]*$/;
const LEAVING = new RegExp(`(?:^|[^\\p{L}])(?:${PHRASES})(?!\\p{L})`, 'u');
const LEAVING_IN_ASCII = new RegExp(`(?:^|[^a-z])(?:${PHRASES})(?![a-z])`);
/** Each phrase has a word of at least so many letters. */
const WORD = /\p{L}{3}/u;

const ADDRESS = /^[^\s@]*@\S*$/;
const DENIED = /(?:^|[^\p{L}])(?:not|never|nicht|nie|non|pas|no)[-_ ]+$/u;

/** Whether a cell is, or has, a link. */
export function isLink(cell: string): boolean {
  return /:\/\/|^www\./.test(cell);
}

/** Placeholders that programs write where there is no date. */
const NO_DATE = /^(?:-+|n\/?a|null|none|nil|never|nie|jamais|nunca|mai|nooit|0|0000-00-00(?:[ t]00:00(?::00)?)?)$/i;

/** Whether a cell is a placeholder of a date that is not there. */
export function isNoDate(cell: string): boolean {
  return NO_DATE.test(cell);
}

/**
 * Whether the text of a cell says that its person wants no mail, such as a note `Please unsubscribe` or a tag `do not email`: a whole
 * phrase, that no word before it denies. A link says nothing of a person. Takes time linear in the text.
 */
export function speaksOfLeaving(cell: string): boolean {
  const start = cell.slice(0, SEARCHED_CHARACTERS);
  if (!WORD.test(start)) return false;
  const isAscii = ASCII.test(start);
  const text = isAscii ? start.replaceAll("'", '').toLowerCase() : withoutAccents(start);
  const found = (isAscii ? LEAVING_IN_ASCII : LEAVING).exec(text);
  if (found === null || isLink(text) || ADDRESS.test(text)) return false;
  return !DENIED.test(text.slice(0, found.index + 1));
}

function withoutAccents(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}|'|’/gu, '');
  return plain.toLowerCase().replaceAll('ł', 'l').replaceAll('ø', 'o');
}

function phrasesOf(languages: Readonly<Record<string, readonly string[]>>): string {
  return Object.values(languages).flat().join('|').replaceAll(' ', '[-_ ]*');
}
