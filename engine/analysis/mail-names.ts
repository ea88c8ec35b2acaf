import { isOfEvents } from './asked-names.ts';

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
export function isOfOthers(plain: string, words: readonly string[]): boolean {
  if (OF_OTHERS.test(plain) || OF_INVOICES.test(plain) || HAS_ADDRESS.test(plain) || PROGRAMS.test(plain)) return true;
  if (OF_LAST.test(plain) || isOfEvents(words)) return true;
  if (allowsInName(plain)) return false;
  return OF_CONTACTS.test(plain) || isOfWays(plain) || words.some((word) => WORDS_OF_OTHERS.has(word));
}

/** Whether a name is of a way on which people came or are written to, without saying that they like it. */
export function isOfWays(plain: string): boolean {
  return WAYS.test(plain) && !allowsInName(plain);
}

/** Whether a name asks for what a person allows. */
export function allowsInName(plain: string): boolean {
  return ALLOWS.test(plain);
}
