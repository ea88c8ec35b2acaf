import { anyStem, isJapanese, stemsFor } from './consent-languages.ts';

/** Words that deny what stands around them, in the languages of the synonyms and some more, as `plainName` writes them. */
const NEGATIONS: ReadonlySet<string> = new Set(
  [
    'no not never nor neither cannot dont doesnt didnt isnt wasnt arent hasnt havent wont wouldnt without nothing',
    'nicht kein keine keinen keiner keinem keines nie niemals nimmer ohne nein',
    'non ne pas sans jamais aucun aucune',
    'nunca sin ningun ninguna ninguno jamas tampoco',
    'senza nessun nessuna nessuno',
    'niet geen nooit zonder nee',
    'nao sem nenhum nenhuma',
    'ikke ingen intet inga inget aldrig aldri uden uten nej nei inte icke ej utan',
    'ei eivat ilman ala',
    'brak bez nie nigdy zadnych zadna nem nincs nelkul soha zadny nikdy degil yok hayir',
    'не нет без никогда ні немає',
  ].flatMap((words) => words.split(' ')),
);

/** Negations that are other words, too, or answers: at the end of a name they may say something else, as in `Contact No`. */
const AMBIGUOUS_AT_END: ReadonlySet<string> = new Set(
  'no nein non nee nej nei nao ne sin sem ei ej ala pas bez nie не нет'.split(' '),
);

/** Negations that begin a word in which blanks are left out, before the beginning of what they deny. */
const JOINED_NEGATION = new RegExp(
  '^(?:donot|doesnot|dont|doesnt|not|non|no|never|without|nicht|keinen|keine|kein|ohne|nepas|pasde|pas|sans|sin|senza|niet|geen|zonder|' +
    'nao|sem|ikke|ingen|uden|uten|inte|utan|nie|brak|bez|ei)' +
    '(?=allow|accept|receiv|send|want|wish|e?mail|news|market|promo|subscri|opt|consent|contact|bulk|permission|agree|active|' +
    'abonn|angemeldet|einwillig|zustimm|einverst|werb|rundbrief|kontakt|aktiv|inscri|inform|infolettre|courriel|recev|' +
    'acepta|consentimiento|suscri|recib|desea|publicidad|boletin|correo|iscri|consens|accett|pubblic|ricev|' +
    'toestemm|ingeschr|aangemeld|nieuwsbr|akkoord|reclame|aceita|receb|consentimento|boletim|samtyk|nyhe|reklam|marked|marknad|prenum|' +
    'suostum|uutis|markk|zgod|biulet|wyraz)|' +
    '^ne(?=souhlas|suhlas|odber|odebir|prihlas)|^не(?=соглас|подпис|згод|підпис)',
);

/** Stems of words of the other kind, which turn what a name says: revoked, refused, blocked. */
const DENYING_STEMS = [
  '^anul|^ces(?:e|ar|ad[oa]|acion)$|rescis|rescind|suspens(?!e)|^arret|retrait(?!e)|revok|revoc|withdr[ae]w|refus|declin|den(?:y|ied|ial)|reject|exclu(?!siv)|block(?!chain)|suppress|stop(?!her)|cancel|terminat|remov|delet|disabl',
  'deactiv|inactiv|unwant|disagre|disallow|dissent|objections?$|objected$|^objects$|oppos|prohibit|forb[ia]d|suspend|invalid|unconsent',
  'widerr|widersp|verweig|abgelehn|ablehn|abgewies|entzog|entzug|entzieh|zuruckge|zuruckn|sperr|untersag|verbot|verbiet|gekundig',
  '(?<!an|ver|er|ach|of)kundig|beend|abgelauf|erlosch|gelosch|entfernt|storn|inaktiv|deaktiv|unerwunsch|ausgeschloss|ausschluss',
  'abgewahlt|abwahl|austritt|ausgetret|ungultig|blockier|pausier|abgemeld|abmeld|abbestell|ausgetragen',
  'retir|revoq|bloqu|supprim|annul|resili|rejet|interdi|desactiv|inactif|indesir|desabonn|desinscri|retract',
  'rechaz|revog|elimin|borrad|anulad|inativ|desativ|negad|negat|deneg|prohib|proib|recus|rejeit|apagad|caducad|encerrad|dadodebaja|desuscri',
  'rifiut|ritirat|esclus|bloccat|annullat|disattiv|inattiv|rimoss|vietat|opposiz|respint|scadut|sospes|disiscri',
  'ingetrok|weiger|afgewez|stopgezet|geblok|geannul|beeindig|verwijder|uitgeslo|inactief|bezwaar|afgemeld|uitgeschr|opgezeg',
  'trukket|tilbagekald|aterkal|atertag|nekad|nekt|avsla|avslag|afvis|avvis|afslag|sparr|blokk|blokeret|opsagt|uppsag|slettet|borttag|forbud',
  'forbjud|udmeldt|utmeldt|frameldt|avmeld|avregistr|uttrad|avslut|afslut|udelukk|utesl|opphor|ophor',
  'peruttu|peruut|peruman|kielt|kielletty|hylat|estet|poistet|poistu|eronnu|epaakt|paattyn|lopetet|vastust',
  'cofni|wycof|odmow|odmaw|odrzuc|zablok|usuni|nieakt|zakaz|sprzeciw|anulow|wstrzym|wygas|odwol|rezyg|wypis',
  'odvolan|odmit|zrusen|visszavon|elutasit|letilt',
  ...stemsFor('denying'),
];
const DENYING = new RegExp(anyStem(DENYING_STEMS), 'g');

/** Words that turn a name only next to a word of consent: each has other uses. */
const SOFT: ReadonlySet<string> = new Set(
  [
    'end ende ended ends expired lapsed missing lacking fail failed left leaving off out gone against paused muted unconfirmed unverified',
    'quit archived banned anti gegen fehlt fehlend ausgesetzt contre contra contro tegen imod mot verlopen expire termine arrete',
    'expirado finalizado finalizacion fin fim baja salida saida voorbij loppu przeciw aus',
    'pending awaiting incomplete unfinished ausstehend attente pendiente pendente attesa afwachting',
    'former formerly previously ex ehemals ehemalig ehemalige ehemaliger ancien ancienne anciens antiguo antigua voormalig voormalige',
  ].flatMap((words) => words.split(' ')),
);

/** Denials of a name, and what is left of it. */
export interface DeniedName {
  readonly count: number;
  /** Those that are words like "not" and "without". */
  readonly negations: number;
  /** Whether one of them may be another word. */
  readonly isAmbiguous: boolean;
  /** Whether one of them is a word that turns only what speaks of consent. */
  readonly isSoft: boolean;
  /** The other words. */
  readonly rest: readonly string[];
  /** These words with what stands around the stems of denying words, as in `Newslettersperre`, without blanks. */
  readonly text: string;
}

/** Takes the words that deny out of the words of a name. French denies with two words. */
export function findDenials(words: readonly string[]): DeniedName {
  const spread = words.flatMap((word) => {
    const negation = NEGATIONS.has(word) ? undefined : JOINED_NEGATION.exec(word)?.[0];
    return negation === undefined ? [word] : [negation, word.slice(negation.length)];
  });
  const isFrenchPair = spread.includes('ne') && spread.some((word) => FRENCH_SECOND.has(word));
  const rest: string[] = [];
  let text = '';
  let [count, negations, isAmbiguous, isSoft] = [0, 0, false, false];
  for (const [at, word] of spread.entries()) {
    if (isFrenchPair && word === 'ne') continue;
    const isNegation = NEGATIONS.has(word) || SPREAD_NEGATIONS.has(word);
    if (isNegation || (isFrenchPair && word === 'plus')) {
      count += 1;
      negations += 1;
      isAmbiguous ||= !isFrenchPair && at === spread.length - 1 && AMBIGUOUS_AT_END.has(word);
    } else if (SOFT.has(word)) {
      count += 1;
      isSoft = true;
    } else {
      const left = word.replaceAll(DENYING, ' ');
      const matches = word.match(DENYING)?.length ?? 0;
      // A word of Japanese is a sentence: it may deny twice, and all of it has to be known.
      if (isJapanese(word)) rest.push(...left.split(' ').filter((part) => part !== ''));
      else if (matches === 0) rest.push(word);
      count += isJapanese(word) ? matches : Math.min(matches, 1);
      text += left.replaceAll(' ', '');
    }
  }
  return { count, negations, isAmbiguous, isSoft, rest, text };
}

const FRENCH_SECOND: ReadonlySet<string> = new Set(['pas', 'plus', 'jamais', 'aucun', 'aucune']);
/** Negations of two words as they stand without a blank. */
const SPREAD_NEGATIONS: ReadonlySet<string> = new Set(['donot', 'doesnot', 'nepas', 'pasde']);
