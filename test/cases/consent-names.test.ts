import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../support/import-fixture.ts';
import type { ImportFixture } from '../support/import-fixture.ts';
import { analyzeFile } from './support/file-cases.ts';

const LEFT = ['unsubscribed', 'active'];
const JOINED = ['active', 'unsubscribed'];

describe('a column of consent', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  const analyze = async (name: string, cells: readonly string[]) => {
    const people = ['Email', 'ann@x.example', 'bob@x.example', 'cid@x.example'];
    const text = people.map((email, at) => `${email};${[name, ...cells][at]}\n`).join('');
    return analyzeFile(await fixture.createList(), Buffer.from(text));
  };

  it.each([
    ['Acepta publicidad', 'Sí', 'No', JOINED],
    ['Acepta recibir comunicaciones comerciales', 'Sí', 'No', JOINED],
    ['Boletín', 'Sí', 'No', JOINED],
    ['No enviar publicidad', 'Sí', 'No', LEFT],
    ['Accepte les e-mails', 'Oui', 'Non', JOINED],
    ['Infolettre', 'Oui', 'Non', JOINED],
    ['RGPD', 'Oui', 'Non', JOINED],
    ['Ne pas contacter', 'Oui', 'Non', LEFT],
    ['Werbung erlaubt', 'Ja', 'Nein', JOINED],
    ['Einverständnis E-Mail', 'Ja', 'Nein', JOINED],
    ['Rundbrief', 'Ja', 'Nein', JOINED],
    ['Keine Werbung', 'Ja', 'Nein', LEFT],
    ['Ne souhaite plus recevoir', 'Oui', 'Non', LEFT],
    ['Möchte keine Mails', 'Ja', 'Nein', LEFT],
    ['No desea recibir', 'Sí', 'No', LEFT],
    ['Does not want mail', 'Yes', 'No', LEFT],
    ['Active', 'Yes', 'No', JOINED],
    ['Ist aktiv', '1', '0', JOINED],
    ['Accetta pubblicità', 'Sì', 'No', JOINED],
    ['Non contattare', 'Sì', 'No', LEFT],
    ['Nieuwsbrief', 'Ja', 'Nee', JOINED],
    ['Niet mailen', 'Ja', 'Nee', LEFT],
    ['Aceita receber e-mails', 'Sim', 'Não', JOINED],
    ['Não contactar', 'Sim', 'Não', LEFT],
    ['Nyhedsbrev', 'Ja', 'Nej', JOINED],
    ['Nyhetsbrev', 'Ja', 'Nei', JOINED],
    ['Uutiskirje', 'Kyllä', 'Ei', JOINED],
    ['Markkinointilupa', 'Kyllä', 'Ei', JOINED],
    ['Zgody marketingowe', 'Tak', 'Nie', JOINED],
    ['Rezygnacja', 'Tak', 'Nie', LEFT],
    ['OK to email', 'Yes', 'No', JOINED],
    ['Receive marketing emails', 'Yes', 'No', JOINED],
    ['GDPR', 'Yes', 'No', JOINED],
    ['Subscriber', 'true', 'false', JOINED],
    ['email_disabled', 'true', 'false', LEFT],
    ['Deaktiviert', 'Ja', 'Nein', LEFT],
    ['Left', 'yes', 'no', LEFT],
  ])('may be named %s, with %s and %s', async (name, yes, no, [ofYes, ofNo]) => {
    const { mapping, rules } = await analyze(name, [yes, no, yes]);
    expect(mapping).toEqual(['email', 'status']);
    expect(rules?.[1]?.values).toMatchObject({ [yes.toLowerCase()]: ofYes, [no.toLowerCase()]: ofNo });
  });

  it.each([
    ['status', ['1', '0', '1']],
    ['Statut', ['oui', 'non', '']],
  ])('named %s with %j is undecided: yes could be either', async (name, cells) => {
    const { isUndecided, notices } = await analyze(name, cells);
    expect(isUndecided).toBe(true);
    expect(notices).toMatchObject([{ code: 'consent_column', columns: [2] }]);
  });

  it.each([
    'Data rezygnacji',
    'Data wypisania',
    'Fecha de cancelación de la suscripción',
    'Date de désabonnement',
    'Austrittsdatum',
    'Gekündigt am',
    'Opgezegd op',
    'Data revoca consenso',
    'Revoked at',
  ])('may be one of times, named %s', async (name) => {
    const { mapping } = await analyze(name, ['2024-03-05', '', '2024-04-05']);
    expect(mapping).toEqual(['email', 'remove_time']);
  });

  it.each([
    ['Statut', 'Abonné', 'Bloqué'],
    ['Estado', 'Activo', 'Bloqueado'],
    ['Status', 'Aktywny', 'Zablokowany'],
    ['Status', 'Aktywna', 'Wypisana'],
    ['Status', 'Potwierdzony', 'Odrzucony'],
  ])('named %s may have the words %s and %s', async (name, active, gone) => {
    const { mapping, rules } = await analyze(name, [active, gone, active]);
    expect(mapping).toEqual(['email', 'status']);
    expect(rules?.[1]?.values).toMatchObject({ [active.toLowerCase()]: 'active' });
    expect(rules?.[1]?.values?.[gone.toLowerCase()]).not.toBe('active');
  });

  it.each([
    ['Kündigungsfrist', ['3 Monate', '6 Monate', '']],
    ['Marketing budget', ['100', '200', '300']],
    ['Werbung durch', ['Messe', 'Radio', '']],
    ['Reklamacja', ['brak', '', '']],
    ['Privacy officer', ['Ann', 'Bob', '']],
  ])('is not the one named %s with %j', async (name, cells) => {
    const { notices } = await analyze(name, cells);
    expect(notices.filter(({ code }) => code === 'consent_column')).toEqual([]);
  });

  it.each([
    ['Email valid', 'invalid', 'valid', 'valid'],
    ['Email valid', 'No', 'Yes', 'Yes'],
    ['Deliverable', 'false', 'true', 'true'],
    ['Email Verification', 'undeliverable', 'risky', 'deliverable'],
    ['Result', 'undeliverable', 'deliverable', 'unknown'],
    ['ZB Status', 'spamtrap', 'valid', 'catch-all'],
    ['Validation', 'Invalid', 'Valid', 'Valid'],
    ['Zustellbar', 'Nein', 'Ja', 'Ja'],
    ['E-Mail gültig', 'Nein', 'Ja', 'Ja'],
    ['E-mail valide', 'non', 'oui', 'oui'],
  ])('%s of %s, %s and %s says to whom mail cannot be delivered, and waits for a decision', async (name, ...cells) => {
    const { mapping, notices, isUndecided } = await analyze(name, cells);
    expect([mapping, isUndecided]).toEqual([['email', ''], true]);
    const message = expect.stringContaining('says to whom mail cannot be delivered') as string;
    expect(notices).toMatchObject([{ code: 'consent_column', columns: [2], rows: [1], count: 1, message }]);
  });

  it.each([
    ['Email valid', 'valid', 'valid', 'valid'],
    ['Valid phone', 'No', 'Yes', 'Yes'],
    ['Coupon valid', 'No', 'Yes', 'Yes'],
    ['Valid until', '2024-01-31', '2024-02-29', '2024-03-31'],
    ['Result', 'failed', 'passed', 'passed'],
    ['Valid', '2024', '2025', '2026'],
  ])('%s of %s, %s and %s says nothing of that', async (name, ...cells) => {
    const { notices, isUndecided } = await analyze(name, cells);
    expect([notices.map(({ code }) => code), isUndecided]).toEqual([['not_imported'], false]);
  });
});
