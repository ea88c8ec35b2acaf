import type { SubscriberStatus } from '../domain/subscribers.ts';
import { plainName } from './synonyms.ts';

/** The words by which files tell that people are on a list or have left it, as `plainName` writes them. */
const STATUS_WORDS: Readonly<Record<SubscriberStatus, readonly string[]>> = {
  active: [
    ...['active', 'subscribed', 'subscriber', 'confirmed', 'enabled', 'optedin', 'optin', 'member'],
    ...['express', 'expressconsent', 'explicit', 'explicitconsent'],
    ...['aktiv', 'abonniert', 'abonnent', 'angemeldet', 'eingetragen', 'bestatigt', 'aktiviert'],
    ...['actif', 'active', 'abonne', 'abonnee', 'inscrit', 'inscrite', 'confirme'],
    ...['activo', 'activa', 'suscrito', 'suscrita', 'alta', 'confirmado', 'attivo', 'attiva', 'iscritto', 'iscritta'],
    ...['actief', 'aangemeld', 'geabonneerd', 'ingeschreven', 'ativo', 'ativa', 'inscrito', 'inscrita', 'assinante'],
    ...['tilmeldt', 'pameldt', 'prenumerant', 'registrerad', 'tilaaja', 'aktiivinen', 'aktywny', 'zapisany'],
    ...['aktywna', 'zapisana', 'potwierdzony', 'potwierdzona', 'subskrybent'],
  ],
  unsubscribed: [
    ...['unsubscribed', 'unsubscribe', 'unsub', 'optedout', 'optout', 'removed', 'left', 'gone'],
    ...['blocklisted', 'blacklisted', 'blocked', 'suppressed', 'donotcontact', 'donotemail', 'donotmail'],
    ...['abgemeldet', 'abbestellt', 'ausgetragen', 'gekundigt', 'widerrufen', 'gesperrt'],
    ...['desabonne', 'desabonnee', 'desinscrit', 'desinscrite', 'desinscription', 'baja', 'dadodebaja', 'dadadebaja'],
    ...['desuscrito', 'desuscrita', 'cancelosuscripcion', 'disiscritto', 'disiscritta', 'cancellato', 'cancellata'],
    ...['uitgeschreven', 'afgemeld', 'opgezegd', 'descadastrado', 'descadastrada', 'cancelouassinatura', 'desinscrito'],
    ...['frameldt', 'afmeldt', 'avmeldt', 'avregistrerad', 'avprenumererad', 'peruuttanut', 'wypisany', 'wypisana'],
    ...['blockiert', 'bloque', 'bloquee', 'bloqueado', 'bloqueada', 'bloccato', 'bloccata', 'geblokkeerd', 'blokeret'],
    ...['blokkert', 'blockerad', 'zablokowany', 'zablokowana', 'zrezygnowal', 'zrezygnowala'],
  ],
  bounced: [
    ...['bounced', 'bounce', 'hardbounce', 'hardbounced', 'cleaned', 'undeliverable', 'undelivered', 'invalidaddress'],
    ...['unzustellbar', 'zuruckgewiesen', 'rejete', 'nondistribue', 'rebotado', 'rebote', 'devuelto', 'rimbalzato'],
    ...['respinto', 'gebounced', 'onbestelbaar', 'devolvido', 'rejeitado', 'odrzucony', 'odrzucona'],
  ],
  scomp: [
    ...['scomp', 'complained', 'complaint', 'complainer', 'spam', 'spamcomplaint', 'spamreport', 'markedasspam'],
    ...['reportedasspam', 'abuse', 'beschwerde', 'beschwert', 'plainte', 'queja', 'reclamo', 'klacht', 'denuncia'],
  ],
  deactivated: [
    ...['deactivated', 'inactive', 'disabled', 'suspended', 'archived', 'notsubscribed', 'nonsubscribed'],
    ...['neversubscribed', 'pending', 'unconfirmed', 'notconfirmed', 'awaitingconfirmation', 'transactional'],
    ...['pendingconfirmation', 'nopermission', 'nopermissionset', 'permissionnotset'],
    ...['inaktiv', 'deaktiviert', 'ausstehend', 'unbestatigt', 'nichtbestatigt', 'inactif', 'enattente', 'nonconfirme'],
    ...['inactivo', 'pendiente', 'noconfirmado', 'inattivo', 'inattesa', 'nonconfermato', 'inactief', 'wachtend'],
    ...['nietbevestigd', 'inativo', 'pendente', 'naoconfirmado', 'afventer', 'odottaa', 'nieaktywny'],
    ...['nieaktywna', 'niepotwierdzony', 'niepotwierdzona', 'oczekujacy', 'oczekujaca'],
  ],
};

const STATUS_OF: ReadonlyMap<string, SubscriberStatus> = new Map(
  Object.entries(STATUS_WORDS).flatMap(([status, words]) =>
    words.map((word) => [word, status as SubscriberStatus] as const),
  ),
);

/** The status that a word means; null for any other word. */
export function statusOfWord(word: string): SubscriberStatus | null {
  return STATUS_OF.get(plainName(word)) ?? null;
}

/**
 * Words of programs for people who have neither agreed nor left, or of whom it is not said: whether they get mail is a decision.
 * Implied consent is consent in some countries alone, and for a time.
 */
const OPEN_WORDS: ReadonlySet<string> = new Set([
  ...['implied', 'impliedconsent', 'implicit', 'temphold', 'temporaryhold', 'onhold', 'notset', 'notspecified'],
]);

/** Whether a word of a column of consent leaves open whether its people are to get mail. */
export function isOpenWord(word: string): boolean {
  return OPEN_WORDS.has(plainName(word));
}
