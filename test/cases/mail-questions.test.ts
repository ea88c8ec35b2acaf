import { describe, expect, it } from 'vitest';
import { analyzeFile } from './support/file-cases.ts';

const NO_LIST = { id: 1, fields: {} } as Parameters<typeof analyzeFile>[0];

/** Analyzes a file with a column of that name, in which three people stay and one leaves. */
function analyze(name: string, stays: string, leaves: string) {
  const rows = [stays, leaves, stays, stays].map((cell, at) => `p${at}@x.example;${cell}`);
  return analyzeFile(NO_LIST, Buffer.from(`${[`Email;${name}`, ...rows].join('\n')}\n`), { fields: [] });
}

/** Names with the cell of one who stays, and of one who leaves. */
const triples = (lines: readonly string[]) =>
  lines.flatMap((line) => line.split(' | ').map((triple) => triple.split(':') as [string, string, string]));

const ASKED = triples([
  'Can we keep in touch?:Yes:No | Email updates:Yes:No | Promotional emails:On:Off | Contact allowed:Y:N | May contact:Y:N',
  'Bulk email:Allow:Do Not Allow | Email frequency:Weekly:Never | Email on hold:No:On Hold Bounce | Communication:OK:No communication',
  'E-Mail erlaubt:J:N | Kontakt per E-Mail:erlaubt:nicht erlaubt | Kontakt erwünscht:ja:nein | Infos per E-Mail:Ja:Nein',
  'NL-Abo:ja:nein | Kontakt per:E-Mail:nicht | Post:E-Mail:keine | Legal basis:Consent:None | Lawful basis:Consent:Objected',
  "Emailing:oui:non | Accord mail:O:N | Lettre d'information:Oui:Non | Souhaite recevoir la lettre:Oui:Non",
  'Permite email:S:N | Quiere recibir correos:Si:No | Invio email:Sì:No | Mag mailen:J:N | Optante:S:N | Opt:In:Out',
  'Utskick:Ja:Nej | Tillåter e-post:Ja:Nej | Vil motta e-post:Ja:Nei | Vil have mails:Ja:Nej | Reservert:Nei:Ja',
  'Sallii sähköpostimarkkinoinnin:K:E | Sähköpostilupa:Kyllä:Ei | Sähköpostimarkkinointi:Sallittu:Kielletty',
  'Chce otrzymywać maile:Tak:Nie | Zasílat e-maily:Ano:Ne | E-posta gönder:Evet:Hayır | İYS:ONAY:RED',
  'お知らせメール:受け取る:受け取らない | Newsletter:subscribe me:leave me alone | Bounced::2024-01-31 | CLEAN_TIME::2024-01-31',
  'code:550:550 | error::No such mailbox | reason::552 5.2.1 mailbox disabled | status:5.1.1:5.2.1',
]);

const READ = triples([
  'DNE::Y | Suppress:N:Y | Exclude::x | Löschkennzeichen::X | NPAI::x | Mitgliedsstatus:Mitglied:ausgetreten',
  'Datenschutz:zugestimmt:widerrufen | Liste:Aktive:Abmeldungen | Estado de suscripción:De alta:De baja',
  'Einwilligung:erteilt:widerrufen | Statut:Inscrit:Rebond | Consent status:given:withdrawn | Подписка:Активна:Отменена',
  'Suscripción:Activa:Cancelada | 订阅状态:已订阅:已退订 | Newsletter:✓:✗ | メルマガ購読:○:× | Bülten:DOĞRU:YANLIŞ',
  'Odebírá novinky:PRAVDA:NEPRAVDA | Hírlevelet kér:IGAZ:HAMIS | Получать рассылку:ИСТИНА:ЛОЖЬ',
]);

const INNOCENT = triples([
  'Email verified:yes:no | Has email:yes:no | Customer:yes:no | Email type:html:text | VIP:1:0 | Email confirmed:true:false',
  'Contact type:lead:customer | Primary contact:yes:no | Emergency contact:Ja:Nein | Email opened:1:0 | Emails sent:1:0',
  'Free email:true:false | Contact owner:Ann:Bob | Mailing city:Oslo:Rome | Campaign:Spring:Fall | Promo code used:yes:no',
  'Member:yes:no | Paid:yes:no | Status:Gold:Silver | Order status:paid:cancelled | Payment status:paid:declined',
  'Subscription plan:basic:pro | Side:left:right | Prioridad:Alta:Baja | Size:S:M | Married:yes:no | Delivered:yes:no',
  'Application:accepted:rejected | Access:granted:denied | RSVP:accepted:declined | Bewerber:ja:nein | Wettbewerb:ja:nein',
  'Lead source:web:email | Newsletter source:web:shop | Marketing budget:100:200 | Invoice sent:yes:no | Code:A12:B34',
  'Score:550:480 | Allergies:none:nuts | Tags:vip:new | Company:Mailco:None | Stock:in:out | Role:member:admin',
  'Reklamacja:brak:tak | Abonnement:Avec engagement:Sans engagement | Notes:likes cats:no onions',
]);

describe('a column that may say who wants mail', () => {
  it.each(ASKED)('waits for a decision: %s with "%s" and "%s"', (...column) => {
    const { isUndecided, notices, mapping } = analyze(...column);
    expect([isUndecided, mapping]).toEqual([true, ['email', '']]);
    expect(notices.filter(({ code }) => code === 'consent_column')).toMatchObject([{ columns: [2] }]);
  });

  it.each(READ)('is read where its words are clear: %s with "%s" and "%s"', (...column) => {
    const { isUndecided, mapping, sample } = analyze(...column);
    expect([isUndecided, mapping]).toEqual([false, ['email', 'status']]);
    expect(sample.statuses).toMatchObject({ active: 3 });
  });

  it.each(INNOCENT)('is none of other things: %s with "%s" and "%s"', (...column) => {
    const { isUndecided, mapping } = analyze(...column);
    expect([isUndecided, mapping]).toEqual([false, ['email', '']]);
  });

  it('is not one of dates of leaving that unsubscribes by a word for joining', () => {
    const { mapping, isUndecided } = analyze('Fecha de suscripción', '2020-01-01', '2021-01-01');
    expect([mapping, isUndecided]).toEqual([['email', ''], false]);
  });
});
