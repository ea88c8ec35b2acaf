import type { SubscriberStatus } from '../domain/subscribers.ts';
import { isGone } from './gone-words.ts';
import { plainName } from './synonyms.ts';

/** The words by which files tell that people are on a list or have left it; `plainName` compares them. */
const STATUS_WORDS: Readonly<Record<SubscriberStatus, readonly string[]>> = {
  active: [
    ...['active', 'subscribed', 'subscriber', 'confirmed', 'enabled', 'optedin', 'optin', 'member'],
    ...[
      'aktive',
      'mitglied',
      'mitglieder',
      'abonnenten',
      'subscribers',
      'dealta',
      'dadodealta',
      'активный',
      '已订阅',
      '订阅',
    ],
    ...['confirmedoptin', 'singleoptin', 'doubleoptin', 'express', 'expressconsent', 'explicit', 'explicitconsent'],
    ...['aktiv', 'abonniert', 'abonnent', 'angemeldet', 'eingetragen', 'bestatigt', 'aktiviert'],
    ...['actif', 'active', 'abonne', 'abonnee', 'inscrit', 'inscrite', 'confirme'],
    ...['activo', 'activa', 'suscrito', 'suscrita', 'alta', 'confirmado', 'attivo', 'attiva', 'iscritto', 'iscritta'],
    ...['actief', 'aangemeld', 'geabonneerd', 'ingeschreven', 'ativo', 'ativa', 'inscrito', 'inscrita', 'assinante'],
    ...['tilmeldt', 'pameldt', 'prenumerant', 'registrerad', 'tilaaja', 'aktiivinen', 'aktywny', 'zapisany'],
    ...['aktywna', 'zapisana', 'potwierdzony', 'potwierdzona', 'subskrybent', 'prenumererar', 'resubscribed'],
    ...['prihlasen', 'prihlasena', 'aktivni', 'odebira', 'prihlaseny', 'aktivny', 'feliratkozott', 'feliratkozva'],
    ...['подписан', 'подписана', 'активен', 'активна', 'активный', 'подписчик', 'підписаний', 'підписана', 'активний'],
    ...['abone', 'aktif', 'onay', 'onaylı', '購読中', '有効', '登録済', '登録済み', '配信中', '配信可'],
  ],
  unsubscribed: [
    ...['abmeldung', 'abmeldungen', 'unsubscribes', 'unsubscribers', 'optouts', 'debaja', '已退订', '退订', '取消订阅'],
    ...['unsubscribed', 'unsubscribe', 'unsub', 'optedout', 'optout', 'removed', 'left', 'gone'],
    ...['blocklisted', 'blacklisted', 'blocked', 'suppressed', 'donotcontact', 'donotemail', 'donotmail'],
    ...['abgemeldet', 'abbestellt', 'ausgetragen', 'gekundigt', 'widerrufen', 'gesperrt'],
    ...['desabonne', 'desabonnee', 'desinscrit', 'desinscrite', 'desinscription', 'baja', 'dadodebaja', 'dadadebaja'],
    ...['desuscrito', 'desuscrita', 'cancelosuscripcion', 'disiscritto', 'disiscritta', 'cancellato', 'cancellata'],
    ...['uitgeschreven', 'afgemeld', 'opgezegd', 'descadastrado', 'descadastrada', 'cancelouassinatura', 'desinscrito'],
    ...['frameldt', 'afmeldt', 'avmeldt', 'avregistrerad', 'avprenumererad', 'peruuttanut', 'wypisany', 'wypisana'],
    ...['blockiert', 'bloque', 'bloquee', 'bloqueado', 'bloqueada', 'bloccato', 'bloccata', 'geblokkeerd', 'blokeret'],
    ...['blokkert', 'blockerad', 'zablokowany', 'zablokowana', 'zrezygnowal', 'zrezygnowala', 'deleted', 'geloscht'],
    ...[
      'verwijderd',
      'supprime',
      'supprimee',
      'eliminado',
      'eliminada',
      'removido',
      'removida',
      'peruutettu',
      'peruttu',
    ],
    ...['odhlasen', 'odhlasena', 'odhlasil', 'odhlasila', 'odhlaseny', 'leiratkozott', 'leiratkozva'],
    ...['отписан', 'отписана', 'отписался', 'отписалась', 'відписаний', 'відписана', 'відписався'],
    ...['abonelikten çıktı', 'abonelikten çıkmış', 'ret', 'iptal', '解除', '購読解除', '配信解除', '解約', '退会'],
    ...['退会済', '退会済み', '配信停止', '停止', '停止中', '配信不可'],
  ],
  bounced: [
    ...['bounced', 'bounce', 'hardbounce', 'hardbounced', 'cleaned', 'undeliverable', 'undelivered', 'invalidaddress'],
    ...[
      'unzustellbar',
      'zuruckgewiesen',
      'rejete',
      'rebond',
      'bounces',
      'nondistribue',
      'rebotado',
      'rebote',
      'devuelto',
      'rimbalzato',
    ],
    ...[
      'respinto',
      'gebounced',
      'onbestelbaar',
      'devolvido',
      'rejeitado',
      'odrzucony',
      'odrzucona',
      'odbity',
      'odbita',
    ],
    ...['afvist', 'avvist', 'studsat', 'studsade', 'palautunut', 'vracen', 'nedoruceno', 'nedorucitelny'],
    ...['недоставлен', 'недоставлено', 'visszapattant', 'geri döndü', 'エラー', '配信エラー', '不達', 'バウンス'],
  ],
  scomp: [
    ...['scomp', 'complained', 'complaint', 'complainer', 'spam', 'spamcomplaint', 'spamreport', 'markedasspam'],
    ...['reportedasspam', 'abuse', 'beschwerde', 'beschwert', 'plainte', 'queja', 'reclamo', 'klacht', 'denuncia'],
    ...['жалоба', 'спам', 'şikayet', '迷惑メール', 'スパム'],
  ],
  deactivated: [
    ...['deactivated', 'inactive', 'disabled', 'suspended', 'archived', 'notsubscribed', 'nonsubscribed'],
    ...[
      'neversubscribed',
      'neveroptedin',
      'pending',
      'unconfirmed',
      'notconfirmed',
      'awaitingconfirmation',
      'transactional',
    ],
    ...['pendingconfirmation', 'nopermission', 'nopermissionset', 'permissionnotset'],
    ...['inaktiv', 'deaktiviert', 'ausstehend', 'unbestatigt', 'nichtbestatigt', 'inactif', 'enattente', 'nonconfirme'],
    ...['inactivo', 'pendiente', 'noconfirmado', 'inattivo', 'inattesa', 'nonconfermato', 'inactief', 'wachtend'],
    ...['nietbevestigd', 'inativo', 'pendente', 'naoconfirmado', 'afventer', 'odottaa', 'nieaktywny'],
    ...['nieaktywna', 'niepotwierdzony', 'niepotwierdzona', 'oczekujacy', 'oczekujaca', 'notactivated', 'notoptedin'],
    ...[
      'sinconfirmar',
      'noniscritto',
      'noniscritta',
      'sospeso',
      'sospesa',
      'inafwachting',
      'venter',
      'vantande',
      'vantar',
    ],
    ...['obekraftad', 'ceka', 'nepotvrzen', 'nepotvrzeno', 'neaktivni', 'fuggoben', 'beklemede', 'pasif'],
    ...[
      'ожидает',
      'неактивен',
      'неактивна',
      'не подтвержден',
      'не подписан',
      '保留',
      '無効',
      '未確認',
      '仮登録',
      '未登録',
    ],
  ],
};

/** Words of columns of permission, in any other column they are of other things. */
const PERMISSIONS: Readonly<Record<'active' | 'unsubscribed' | 'deactivated', string>> = {
  active:
    'allow allowed marketingcontact given granted agreed accepted erteilt gegeben zugestimmt erlaubt eingewilligt donne accorde accepte ' +
    'otorgado otorgada concedido concedida dado permitido concesso concessa prestato gegeven verleend givet gitt lamnat annettu ' +
    'sallittu udzielona udzielono wyrazona udelen udelena megadott verildi',
  unsubscribed:
    'donotallow notallowed disallow disallowed withdrawn revoked denied declined refused cancelled canceled cancelado cancelada отменен отменена отменено отозван отозвано скасована resilie resiliee annule annulee opgezegd opsagt rejected objected disagreed notgiven notgranted ' +
    'widersprochen verweigert abgelehnt entzogen nichterteilt nichterlaubt nichtgegeben retire refuse revoque retirado retirada denegado ' +
    'rechazado ritirato ritirata negato rifiutato ingetrokken geweigerd trukkettilbage trukket aterkallat kielletty wycofana odwolana ' +
    'odmowa odvolan visszavont reddedildi',
  deactivated: 'nonmarketingcontact',
};

const STATUS_OF: ReadonlyMap<string, SubscriberStatus> = new Map(
  Object.entries(STATUS_WORDS).flatMap(([status, words]) =>
    words.map((word) => [plainName(word), status as SubscriberStatus] as const),
  ),
);

/** The status that a word means; null for any other word. */
export function statusOfWord(word: string): SubscriberStatus | null {
  const plain = plainName(word);
  return STATUS_OF.get(plain) ?? PERMISSION_OF.get(plain) ?? (isGone(plain) ? 'unsubscribed' : null);
}

const PERMISSION_OF: ReadonlyMap<string, SubscriberStatus> = new Map(
  Object.entries(PERMISSIONS).flatMap(([status, words]) =>
    words.split(' ').map((word) => [word, status as SubscriberStatus] as const),
  ),
);

/** Words of leaving that columns of other things have more often. */
const WEAK_WORDS: ReadonlySet<string> = new Set(
  [
    'deleted',
    'geloscht',
    'left',
    'gone',
    'removed',
    'blocked',
    'baja',
    'alta',
    'ret',
    'iptal',
    '解除',
    '停止',
    '停止中',
    'エラー',
    'спам',
  ].map(plainName),
);

/** Whether other columns than those of subscriptions have the word, too. */
export function isWeakWord(word: string): boolean {
  const plain = plainName(word);
  return WEAK_WORDS.has(plain) || !STATUS_OF.has(plain) || statusOfWord(word) === 'deactivated';
}

const OF_SUBSCRIPTION =
  /subscri|opt(?:ed)?in|abonn|angemeld|eingetrag|inscri|suscri|iscri|aangemeld|ingeschr|assinante|tilmeldt|pameldt|prenum|tilaaja|zapisan|subskr|allow|marketing|prihlas|odebir|feliratk|подпис|підпис|abone|購読|配信/;

/** Whether a word says of a person by itself, in a column of any name, to be on the list or to have left it. */
export function isOwnWord(word: string): boolean {
  const status = statusOfWord(word);
  return (status !== 'active' && status !== 'deactivated') || OF_SUBSCRIPTION.test(plainName(word));
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
