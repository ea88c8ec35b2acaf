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
  'code:550:550 | error::No such mailbox | reason::552 5.2.1 mailbox disabled | status:5.1.1:5.2.1 | status::5.7.26',
  'Details:No such user here:550 5.1.1 unknown | Column:5.1.1:5.2.1 | Email valid:✓:✗',
  'Liste rouge:non:oui | Inscrit sur liste rouge:non:oui | Pausa de suscripción:No:Sí | Renuncia de suscripción:No:Sí',
  // A cross ticks a box or says no; E is a yes in Turkish and a no in Finnish.
  'Abonelikten çıktı::E | Bülten::E | Sähköpostilupa::K | Sähköpostilupa::E | Unsubscribed::× | Unsubscribed::❌ | Newsletter::✗ | İYS::RED | İzin sonucu::RED',
  'Kontakt erwünscht:nur telefonisch:nein | Sales contact allowed:yes:no | Preferred channel:Email:None | Contact channel:Email:None',
  'Contact:yes:no | Kontakt:Ja, gerne:Nein | Wants to be contacted:yes:no | Darf kontaktiert werden:ja:nein | Mails:weekly:never',
  'Opt-in requested:no:yes | Einwilligung angefragt:ja:nein | Newsletter (1=nein, 0=ja):0:1 | Opt-in mail sent:no:yes',
  'Darf angeschrieben werden:ja:nein | Im Verteiler:ja:nein | Prospection:oui:non | Permite envíos:S:N | Recibir novedades:Sí:No',
  'Autorizzazione:Sì:No | Accetto:on:off | Quer receber:Sim:Não | Paused:no:yes | Stop pub:non:oui | Souhaite recevoir:Oui:Non',
  'Privacy:Sì:No | Privacy policy accepted:yes:no | Datenschutz akzeptiert:Ja:Nein | Trattamento dati:Sì:No',
  'Bitte löschen::x | Delete?:no:yes | À supprimer:non:oui | Action:keep:delete | Operation:add:remove | Abonado:Sí:No',
  'Kein Interesse mehr::x | Not interested:no:yes | Plus intéressé:non:oui',
  'marketing_opt_in_level:confirmed_opt_in:unknown',
  'Contact:Email and phone:none | Interests:newsletter:none | Offers:yes:no | Market:yes:no | Werbezusendung:ja:nein | Send NL:yes:no',
]);

const READ = triples([
  'Is Opt In Pending:false:true | Opposition au démarchage:0:1 | No molestar:0:1 | RODO:Tak:Nie | Bitte nicht anschreiben:nein:ja',
  'Suscriptor:Sí:No | Opt-in level:single_opt_in:never_opted_in | Former subscriber:no:yes | Subskrypcja:Tak:Nie | LOPD:Sí:No',
  'DNE::Y | Suppress:N:Y | Exclude::x | Löschkennzeichen::X | NPAI::x | Mitgliedsstatus:Mitglied:ausgetreten',
  'Datenschutz:zugestimmt:widerrufen | Liste:Aktive:Abmeldungen | Estado de suscripción:De alta:De baja',
  'Einwilligung:erteilt:widerrufen | Statut:Inscrit:Rebond | Consent status:given:withdrawn | Подписка:Активна:Отменена',
  'Suscripción:Activa:Cancelada | 订阅状态:已订阅:已退订 | Newsletter:✓:✗ | メルマガ購読:○:× | Bülten:DOĞRU:YANLIŞ',
  'Odebírá novinky:PRAVDA:NEPRAVDA | Hírlevelet kér:IGAZ:HAMIS | Получать рассылку:ИСТИНА:ЛОЖЬ',
  'Anulación de suscripción:No:Sí | Anular suscripción:No:Sí | Cese de suscripción:No:Sí | Rescisión de suscripción:No:Sí',
  'Suspensión de suscripción:No:Sí | Fin de la suscripción:No:Sí | Baja de suscripción:No:Sí | Fin des abonnements:Non:Oui',
  'Arrêt des abonnements:Non:Oui | Retrait des abonnés:Non:Oui | Arrêt newsletter:Non:Oui | Des-inscrit:Non:Oui',
]);

/** Names of columns of times of leaving. */
const LEAVING_TIMES =
  'Fecha fin de suscripción | Fin de suscripción | Fecha de anulación de suscripción | Fecha de baja de suscripción | Date de retrait des abonnés';
/** Names of columns of times of joining. */
const JOINING_TIMES = 'Fecha de suscripción | fecha_de_suscripcion | FechaDeSuscripcion | Date des inscriptions';

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
  'Street:12 Oak Road:550 Main Street | Birthday:6.7.90:4.5.87 | Last order:1.2.23:5.10.23 | App version:5.1.1:5.1.0',
  'Company:Acme:500 Startups | Room:12:Room 501 | IP:5.1.1.2:5.1.1.1 | Notes:fine:user not found in CRM | Comment:Hi:My account is disabled',
  'Kontakt:Ann Bee:- | Contact:Ann:None | Kontakt:-:- | Tags:newsletter:none | Gewerbe:ja:nein | Gewerblich:ja:nein | Boleto:sim:não',
  'Handwerber:ja:nein | Anwerbung:ja:nein | Bewerbung:ja:nein | Werbeartikel:ja:nein | Reclamación:sí:no | Market segment:yes:no',
  'Marketplace seller:yes:no | Promoter:yes:no | Job offers:yes:no | Billing contact:yes:no | Business contact:yes:no',
  'Technical contact:yes:no | Press contact:yes:no | Sales contact:yes:no | Contacto principal:sí:no | Contact principal:oui:non',
  'Kontaktiert:ja:nein | Contacted:yes:no | Contact attempts:0:1 | Last contact:2020:never | Letzter Kontakt:2020-01-01:nie',
  'Newsletter opened:yes:no | Newsletter zugestellt:ja:nein | Consent requested:2023-01-01:2024-01-01 | Privacy:public:private',
  'Action:call back:send offer | Aktion:Sommer:Winter | Interesse:ja:nein | Deleted items:3:4',
  'Privacy policy version:1.0:0.9 | Bus stop:yes:no | Verteilerkasten:grau:keiner | Datenschutz:Ja:Ja | Anschreiben:Liebe:Lieber',
  'Mail city:Oslo:None | Email client:yes:no | Newsletter name:Weekly digest:- | Secondary email:-:none | Last update:2020-01-01:-',
  'Rechnung per E-Mail:ja:nein | Facture par mail:oui:non | Invoice by email:yes:no | Lead source:Email:No | Quelle:E-Mail:keine',
  'utm_medium:email:none | Login method:Email:No | NL resident:yes:no | NL:yes:no | Tipo de suscripción:Básica:Premium',
]);

/** Lists of bounces as services write them. */
const BOUNCES = [
  'status,reason,email\n5.1.1,550 5.1.1 The email account that you tried to reach does not exist,ann@x.example\n',
  'address,code,error\nann@x.example,550,No such mailbox\nbob@x.example,605,Not delivering to previously bounced address\n',
];

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

  it('is none of a column of addresses that has none, unless it answers both ways', () => {
    const isAsked = (text: string) => analyzeFile(NO_LIST, Buffer.from(text), { fields: [] }).isUndecided;
    expect(isAsked('email\n1\n1\n')).toBe(false);
    expect(isAsked('Address,Email\nann@x.example,yes\nbob@x.example,no\n')).toBe(true);
  });

  it.each(LEAVING_TIMES.split(' | '))('is one of times of leaving: %s', (name) => {
    const { mapping, isUndecided } = analyze(name, '', '2024-01-31');
    expect([mapping, isUndecided]).toEqual([['email', 'remove_time'], false]);
  });

  it.each(JOINING_TIMES.split(' | '))(
    'is none of dates of leaving that unsubscribes by a word for joining: %s',
    (name) => {
      const { mapping, isUndecided } = analyze(name, '2020-01-01', '2021-01-01');
      expect([mapping, isUndecided]).toEqual([['email', ''], false]);
    },
  );

  it.each(BOUNCES)('waits in a list of bounces: %s', (text) => {
    expect(analyzeFile(NO_LIST, Buffer.from(text), { fields: [] }).isUndecided).toBe(true);
  });
});
