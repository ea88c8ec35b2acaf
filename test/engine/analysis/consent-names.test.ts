import { describe, expect, it } from 'vitest';
import { consentName } from '../../../engine/analysis/consent-names.ts';

/** Names of columns, by language: those of people who want mail, and those of people who do not. */
const JOINED = namesOf({
  en: [
    'Accepts Marketing | Newsletter | Opt-in | Consent given | isSubscribed | Newsletter (yes/no)',
    'Wants newsletter or not | Email OK | Contactable | Can contact | Email and SMS consent',
  ],
  de: [
    'Abonniert | Einwilligung | Werbung erlaubt | Newsletter ja/nein | Newsletter Ankündigungen',
    'Wünscht Newsletter | DOI bestätigt | Abonnent | Newsletter (1 = ja, 0 = nein)',
  ],
  fr: ["Abonné | Consentement | Infolettre | Accepte l'e-mail | Newsletter oui/non"],
  es: ['Acepta publicidad | Acepta LOPD | Suscrito | Consentimiento | Boletín (Sí/No)'],
  it: ['Iscritto | Consenso marketing | Accetta pubblicità'],
  nl: ['Ingeschreven | Toestemming | Nieuwsbrief ja/nee'],
  pt: ['Inscrito | Consentimento LGPD | Aceita receber e-mails'],
  da: ['Samtykke | Nyhedsbrev | Nyhetsbrev | Samtycke | Uutiskirje | Suostumus'],
  pl: ['Zgoda | Zgody marketingowe | Biuletyn | RODO | Subskrypcja | Aktywny | Blockchain newsletter'],
});
const LEFT = namesOf({
  en: [
    'Not subscribed | notsubscribed | NotSubscribed | Do not allow Emails | Do not allow Bulk Emails',
    'donotbulkemail | Does not accept marketing | No newsletter | nonewsletter | Consent revoked',
    'Consent refused | Consent denied | Consent declined | Opt-in revoked | Newsletter declined',
    'Newsletter cancelled | Newsletter stop | Opt-out | Exclude from newsletter | Excluded from marketing emails',
    "IsExcludedFromCampaigns | emailstop | No longer subscribed | Doesn't accept marketing | Never subscribed",
    'Without consent | Newsletter disabled | Subscription cancelled | Blocked | Cancelled | Deleted at',
    'Email blocked | Non-consenting | Email and SMS opt-out | Opted out of email/phone | DNC | Do not bulk email',
    'email_disabled | Newsletter expired | Opt-in pending | Awaiting opt-in | Former subscriber | Do not disturb',
    'Right to be forgotten | Erased',
  ],
  de: [
    'Nicht abonniert | nicht_abonniert | Keine Einwilligung | Ohne Einwilligung | Einwilligung zurückgezogen',
    'Nicht aktiv | Einwilligung verweigert | Einwilligung entzogen | Newsletter Widerspruch | Newsletter-Sperre',
    'Werbung abgelehnt | Wünscht keinen Newsletter | Akzeptiert keine Werbung | Einwilligung widerrufen',
    'Werbewiderspruch | Mailsperre | Kündigung | Kündigung am | Blockiert | Widerspruch | Sperrvermerk',
    'Keine Werbung | keinewerbung | Newsletter unerwünscht | Bitte nicht anschreiben | Double-Opt-In ausstehend',
    'Ehemaliger Abonnent',
  ],
  fr: [
    'Sans consentement | Pas de newsletter | Ne pas recevoir de newsletter | Refus newsletter',
    "Consentement retiré | Bloqué | Consentement refusé | Non abonné | N'accepte pas la publicité",
    "N'est plus abonné | Refuse les e-mails | Inactif | Opposition | Opposition au démarchage | Refuse la prospection",
    'Ancien abonné',
  ],
  es: [
    'No acepta publicidad | Sin consentimiento | Rechaza publicidad | No suscrito | Consentimiento revocado',
    'Baja voluntaria | Eliminado | Inactivo | No molestar',
  ],
  it: [
    'Non iscritto | Senza consenso | Consenso negato | Consenso revocato | Non accetta pubblicità | Inattivo | Non disturbare',
  ],
  nl: [
    'Geen toestemming | Niet ingeschreven | Toestemming ingetrokken | Nieuwsbrief geweigerd | Geen nieuwsbrief',
    'Inactief',
  ],
  pt: [
    'Sem consentimento | Não receber newsletter | Não inscrito | Consentimento revogado | Excluído | Inativo | Não perturbe',
  ],
  da: [
    'Ikke samtykke | Ingen nyhedsbrev | Uden samtykke | Samtykke trukket tilbage | Ønsker ikke nyhedsbrev',
    'Udmeldt',
  ],
  no: ['Uten samtykke | Ikke nyhetsbrev'],
  sv: [
    'Inget nyhetsbrev | Utan samtycke | Inte samtycke | Vill ej ha nyhetsbrev | Samtycke återkallat | Avslutad',
    'Reklamförbud',
  ],
  fi: ['Ei uutiskirjettä | Ilman suostumusta | Suostumus peruttu | Eronnut | Markkinointikielto'],
  pl: [
    'Brak zgody | Bez newslettera | Zgoda wycofana | Nie wyraża zgody | Zgoda cofnięta | Usunięty | Nieaktywny',
    'Zablokowany | Nie wysyłać',
  ],
});
const UNCLEAR = namesOf({
  all: [
    'Not unsubscribed | Opt-out revoked | No opt-out | Consent not revoked | Do not remove from newsletter',
    'Newsletter (0 = ja, 1 = nein) | Opt-out (N = opted out)',
    'Opt-in/Opt-out | Subscribed/Unsubscribed | Opt in/out | Nicht abgemeldet | Keine Sperre für Newsletter',
    'Newsletter ohne Bilder | Not blocked | Pas désabonné | Non disiscritto | Niet afgemeld | Newsletter Nein',
    'Abmeldung widerrufen | Not bounced | Ohne E-Mail | Fecha de salida',
  ],
});
const ASKED = namesOf({
  all: [
    'Opt-in requested | Consent needed | Invited to newsletter | Opt-in mail sent | Newsletter test | Needs consent',
    'Einwilligung angefragt | Einwilligung offen | Consentement demandé | Consentimiento solicitado',
    'Consenso richiesto | Toestemming gevraagd | Zgoda wysłana',
  ],
});
const NONE = namesOf({
  all: [
    'Newsletter opened | Newsletter zugestellt | Newsletter ouverte | Boletín enviado | Nieuwsbrief geopend',
    'Contact No | Contact No. | No. of emails | Order cancelled | Kündigungsfrist | Email | Non-profit',
    'SMS opt-out | Notes | Christopher | Retired | Direct mail opt-out | Widerrufsbelehrung akzeptiert',
    'Emails not opened | Account blocked | Block | Entfernung | Sin | Ende | Bus stop | Notification',
  ],
});

/** Words that deny, each with the others of its language. */
const DENIALS = namesOf({
  all: [
    "not | no | never | without | don't | nicht | kein | keine | keinen | ohne | nie | pas | sans | jamais",
    'aucun | sin | nunca | non | senza | niet | geen | zonder | não | sem | ikke | ingen | uden | uten | inte',
    'ej | utan | ei | ilman | brak | bez | nem | ne | не | нет | без | revoked | withdrawn | declined | denied',
    'refused | rejected | excluded | blocked | cancelled | stopped | widerrufen | abgelehnt | verweigert',
    'entzogen | zurückgezogen | gesperrt | retiré | refusé | rechazado | rifiutato | ingetrokken | geweigerd',
    'recusado | revogado | afvist | nekad | peruttu | kielletty | wycofana | odmowa',
  ],
});

describe('the name of a column', () => {
  it.each(JOINED)('says of people that they want mail: %s', (name) => {
    expect(consentName(name)).toBe('joined');
  });

  it.each(LEFT)('says of people that they want no mail: %s', (name) => {
    expect(consentName(name)).toBe('left');
  });

  it.each(UNCLEAR)('is unclear where it denies twice, or says both: %s', (name) => {
    expect(consentName(name)).toBe('unclear');
  });

  it.each(ASKED)('says that consent was asked for, and not that it was given: %s', (name) => {
    expect(consentName(name)).toBe('asked');
  });

  it.each(NONE)('says nothing of consent to mail: %s', (name) => {
    expect(consentName(name)).toBeNull();
  });

  it.each([
    ['Bounced', 'bounced'],
    ['Spam', 'complained'],
    ['E-Mail-Status', 'status'],
    ['Marketing contact status', 'status'],
    ['Order status', null],
  ] as const)('may say another thing: %s', (name, said) => {
    expect(consentName(name)).toBe(said);
  });

  it.each(DENIALS)('never keeps its direction with a word that denies: %s', (denial) => {
    const kept = (names: readonly string[], direction: string) =>
      names
        .flatMap((name) => [`${denial} ${name}`, `${name} ${denial}`, `${name} (${denial})`, `${denial}_${name}`])
        .filter((name) => consentName(name) === direction && !FRENCH_PAIR.test(name));
    expect(kept(JOINED, 'joined')).toEqual([]);
    expect(kept(LEFT, 'left')).toEqual([]);
  });
});

/** Two words that deny once. */
const FRENCH_PAIR = /(?:^|[^a-z])n[e'].*(?:pas|plus)|pas.*[^a-z]ne(?![a-z])/i;

/** The names of several languages, each language in lines of names between bars. */
function namesOf(languages: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.values(languages)
    .flat()
    .flatMap((names) => names.split(' | '));
}
