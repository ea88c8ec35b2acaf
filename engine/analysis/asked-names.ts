import { answerAmong } from './yes-no-words.ts';

/** Words of a name of consent that say of a yes only that it was asked for, is needed or is in doubt, as `plainName` writes them. */
const REQUESTS = wordsOf(
  'ask asked asks request requested requests require required requires need needed needs invite invited invitation offered proposed',
  'attempted eligible doubtful disputed unclear unknown review previous prechecked default editor author test tester inverted',
  'angefragt angefordert erforderlich notig benotigt einholen einzuholen eingeladen einladung unklar fraglich offen geplant',
  'demande demandee demander requis requise necessaire invite invitee propose proposee inconnu inconnue precedente precedent',
  'solicitado solicitada solicitar requerido requerida necesario necesaria invitado invitada anterior desconocido',
  'richiesto richiesta richiedere necessario necessaria invitato invitata sconosciuto',
  'gevraagd vereist nodig uitgenodigd onbekend solicitar convidado convidada desconhecido',
  'wymagana wymagany potrzebna zaproszony zaproszona nieznana',
);
/** Words of what was done with mail. */
const EVENTS = wordsOf(
  'sent opened clicked delivered forwarded gesendet verschickt versendet geoffnet geklickt zugestellt weitergeleitet',
  'envoye envoyee envoyes ouvert ouverte clique cliquee delivre enviado enviada abierto abierta inviato inviata aperto aperta cliccato',
  'verzonden verstuurd geopend geklikt aberto aberta wyslany wyslana otwarty otwarta',
);
/** Words of consent itself: what was sent is then a request for it. */
const OF_CONSENT = /opt|consen|einwillig|zustimm|toestemm|samty|zgod|permission|confirm/;
const NAME_CHARACTERS = 200;

/** Whether a name of consent says that it was asked for, and not that it was given: `Opt-in requested`. */
export function isOfRequests(words: readonly string[]): boolean {
  return words.some((word) => REQUESTS.has(word)) || (words.some(isEvent) && OF_CONSENT.test(words.join('')));
}

/** Whether a name of mail says what was done with it: `Newsletter opened`. */
export function isOfEvents(words: readonly string[]): boolean {
  return words.some(isEvent) && !isOfRequests(words);
}

/** Whether a name explains its answers otherwise than they are read: `Newsletter (0 = yes, 1 = no)`. */
export function explainsOtherwise(name: string): boolean {
  const parts = name
    .slice(0, NAME_CHARACTERS)
    .split('=')
    .map((part) => part.split(/[^\p{L}\p{N}]+/u).filter(Boolean));
  return parts.slice(1).some(([meaning = ''], at) => {
    const said = answerAmong(parts[at]?.at(-1) ?? '', []);
    return said === null || said !== answerAmong(meaning, []);
  });
}

function isEvent(word: string): boolean {
  return EVENTS.has(word);
}

function wordsOf(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
