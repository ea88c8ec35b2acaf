import { anyStem, FURTHER_FILLERS, isCovered, isJapanese, isPlainForm } from './consent-languages.ts';

/** Words of names that change nothing of what the names say about consent, as `plainName` writes them. */
const FILLERS: ReadonlySet<string> = new Set(
  [
    'a an the of for from to by via on in at as is was be been being has have had do does did will can may i me my you your we us our their',
    'this that it any all general currently longer more yet ever anymore please flag bool boolean field value date time timestamp day since',
    'reason user users customer customers client member members person people contact contacts subscriber recipient lead list lists bulk mass',
    'allow allows allowed permit permits permitted accept accepts accepted receive receives received receiving get gets send sends sent sending',
    'double single want wants wanted wish wishes agree agrees agreed give gives given grant granted set ok okay opt opted optin e and or address addresses',
    'der die das den dem des ein eine einen zu zum zur von vom fur in im am an auf aus per mit und oder ist hat wird wurde war bin ich wir',
    'ihr uns mir mehr weiter weitere weiteren datum tag zeit zeitpunkt seit grund kunde kunden kontakt person empfanger mitglied abonnent',
    'erhalt erhalten erhalte bekommt bekommen mochte mochten will wollen wunscht wunschen wunsche gewunscht erwunscht akzeptiert akzeptieren',
    'erteilt gegeben vorhanden erlaubt liegt vor zugestimmt verteiler liste bitte mailen senden zusenden',
    'le la les l un une du des de d au aux en et ou par pour a est ont souhaite souhaitent veut veux vouloir recevoir recoit accepte accepter',
    'droit donne donnee client cliente contact personne date heure jour raison motif depuis plus envoyer envoi etre',
    'el los las lo un una uno y o del al se que por para con es esta ha han fecha hora dia motivo desde cliente contacto usuario mas quiere',
    'quiero desea deseo recibir recibe recibo acepta acepto aceptar acepta enviar envio comunicaciones comerciales dado dada voluntaria',
    'il lo gli i una dei delle della dello degli di da e data ora giorno cliente contatto utente piu vuole desidera ricevere riceve accetta',
    'accettare inviare invio dato comunicazioni commerciali',
    'het een van voor met en of op aan is heeft wil wenst ontvangen ontvangt ontvang accepteert gegeven klant contact gebruiker meer datum sinds',
    'o os as um uma do da dos das e ou em no na por para com recebe receber quer deseja aceita aceitar data hora dia motivo cliente contato mais',
    'dado comunicacoes comerciais',
    'tilbage og eller af til for med er har vil onsker onske modtage modtager modtag motta mottar accepterer givet gitt kunde dato tid den det mere mer',
    'jeg vi i pa fra til om och att ta emot far vill ha onskar lamnat gett datum godkant gir gav',
    'on ja tai halua haluaa saada asiakas paiva pvm annettu antanut vastaanota vastaanottaa',
    'na do z ze w o i lub od dla jest ma chce wyraza wyrazil wyrazila wyrazono otrzymywac otrzymuje klient klientka data dzien marketingowe',
    'marketingowa udzielono udzielona',
    'kert ker nuv datum dne',
  ]
    .flatMap((words) => words.split(' '))
    .concat(FURTHER_FILLERS),
);

/** Things about mail that people allow or deny, by parts of their names. */
export const TOPICS = anyStem([
  'mail|newsletter|market|promo|campa|kampan|kampagn|werb|rundbrief|kontakt|contact|contat|courriel|correo|publi|reclam|reklam|nieuwsbrief|nyhed|nyhet|uutis|markkin|biuletyn|bolet|infolettre|advert|solicit|communic|comunic|kommunik|рассыл|hirlevel|demarchag|prospection|sollicit|anschreib|angeschrieb',
  'розсил|novink|bulten|eposta(?!d)|ticarii?leti|メール|メルマガ|ニュースレター|配信|購読',
]);

/** Whether all of the words say something about mail or nothing at all. */
export function areKnown(words: readonly string[], spoken: RegExp): boolean {
  return words.every((word) => {
    if (isJapanese(word)) return isCovered(word, [spoken, TOPICS]);
    return FILLERS.has(word) || TOPICS.test(word) || spoken.test(word) || /^\d+$/.test(word);
  });
}

/** Whether all of them are known, and none is a form of a word of consent that may deny it. */
export function arePlain(words: readonly string[], spoken: RegExp): boolean {
  return areKnown(words, spoken) && words.every((word) => isJapanese(word) || isPlainForm(word) !== false);
}

/** Whether a name speaks of mail or of contact at all. */
export function hasTopic(plain: string): boolean {
  return TOPICS.test(plain);
}

/** The words that say something. */
export function withoutFillers(words: readonly string[]): string[] {
  return words.filter((word) => !FILLERS.has(word));
}
