import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../support/import-fixture.ts';
import type { FieldSettings, ImportFixture } from '../support/import-fixture.ts';
import { importAutomatically, NAME } from './support/file-cases.ts';

const text = (name: string): FieldSettings => ({ name, fieldType: 'text' });
const date = (name: string): FieldSettings => ({ name, fieldType: 'date' });
const SPENT: FieldSettings = {
  ...{ name: 'Umsatz', fieldType: 'number' },
  attributes: { number_support_decimal: true },
};
const linesOf = (...lines: string[]) => `${lines.join('\r\n')}\r\n`;

describe('exports as services and spreadsheets write them', () => {
  let fixture: ImportFixture;
  beforeAll(async () => (fixture = await createImportFixture()));
  afterAll(() => fixture.close());

  it('in German, in the encoding of Windows, with titles, dates of leaving and a total', async () => {
    const source = linesOf(
      'Newsletter-Empfänger;;;;;',
      'Stand: 01.03.2024;;;;;',
      ';;;;;',
      'E-Mail-Adresse;Vorname;Geburtsdatum;Umsatz;Abgemeldet am;',
      'ann@x.example;Jürgen;31.12.1980;1.234,50;;',
      'bob@x.example;Bob;01.02.1990;12,75;05.01.2024 10:22;',
      ';;Summe;1.247,25;;',
    );
    const fields = [text('Vorname'), date('Geburtsdatum'), SPENT];
    const { people, outcome } = await importAutomatically(fixture, Buffer.from(source, 'latin1'), { fields });
    expect(people).toEqual({
      'ann@x.example': { status: 'active', Vorname: 'Jürgen', Geburtsdatum: '1980-12-31', Umsatz: 1234.5 },
      'bob@x.example': { status: 'unsubscribed', Vorname: 'Bob', Geburtsdatum: '1990-02-01', Umsatz: 12.75 },
    });
    expect(outcome.counters).toMatchObject({ added: 2, failed: 1 });
  });

  it('of a shop, with apostrophes before numbers and people without an address', async () => {
    const source = linesOf(
      'Customer ID,First Name,Email,Accepts Email Marketing,Phone,Accepts SMS Marketing,Tags',
      `'6123,Ann,ann@x.example,yes,'+4912345,no,"vip, b2b"`,
      `'6124,Bob,bob@x.example,no,,yes,`,
      `'6125,Cid,,yes,'+49222,no,`,
    );
    const { people, outcome } = await importAutomatically(fixture, Buffer.from(source), { fields: [NAME] });
    expect(people).toMatchObject({
      'ann@x.example': { status: 'active' },
      'bob@x.example': { status: 'unsubscribed' },
    });
    expect(outcome.counters).toMatchObject({ added: 2, failed: 1 });
  });

  it('of a CRM, where a flag of leaving stands next to reasons of bounces', async () => {
    const source = linesOf(
      'Record ID,Email,Unsubscribed from all email,Email hard bounce reason',
      '1,ann@x.example,false,',
      '2,bob@x.example,true,',
      '3,cid@x.example,,Unknown user',
    );
    const { analysis } = await importAutomatically(fixture, Buffer.from(source), { fields: [NAME] });
    expect(analysis).toMatchObject({ isUndecided: true, mapping: ['', 'email', 'status', ''] });
    expect(analysis.notices).toContainEqual(expect.objectContaining({ code: 'consent_column', columns: [4] }));
  });

  it('of people who were suppressed, each for another reason', async () => {
    const source = linesOf(
      'Email Address,Name,Date Suppressed,Reason Suppressed',
      'ann@x.example,Ann,2024-05-01 10:00,Hard bounced',
      'bob@x.example,Bob,2024-05-02 11:00,Marked as spam',
    );
    const { people } = await importAutomatically(fixture, Buffer.from(source), { fields: [NAME] });
    expect(people).toMatchObject({ 'ann@x.example': { status: 'bounced' }, 'bob@x.example': { status: 'scomp' } });
  });

  it('of a spreadsheet in UTF-16, with names around addresses', async () => {
    const source = linesOf(
      '\ufeffName\tMail\tNewsletter ja/nein',
      '"Lee, Ann"\t"Ann Lee <ann@x.example>"\tja',
      'Bob\t<mailto:bob@x.example>\tnein',
      'Cid\tcid@x.example;\tja',
    );
    const { people } = await importAutomatically(fixture, Buffer.from(source, 'utf16le'), { fields: [NAME] });
    expect(people).toEqual({
      'ann@x.example': { status: 'active', Name: 'Lee, Ann' },
      'bob@x.example': { status: 'unsubscribed', Name: 'Bob' },
      'cid@x.example': { status: 'active', Name: 'Cid' },
    });
  });

  it('in Italian, with vertical bars, lines that end with CR, and a banner', async () => {
    const lines = [
      'Esportazione del CRM',
      '',
      'Email|Nome|Data di nascita|Stato iscrizione|Data disiscrizione',
      'ann@x.example|Anna|25/12/1980|Iscritto|',
      'bob@x.example|Bruno|01/02/1985|Disiscritto|03/04/2024',
    ];
    const source = Buffer.from(`${lines.join('\r')}\r`);
    const fields = [text('Nome'), date('Data di nascita')];
    const { people } = await importAutomatically(fixture, source, { fields });
    expect(people).toEqual({
      'ann@x.example': { status: 'active', Nome: 'Anna', 'Data di nascita': '1980-12-25' },
      'bob@x.example': { status: 'unsubscribed', Nome: 'Bruno', 'Data di nascita': '1985-02-01' },
    });
  });
});
