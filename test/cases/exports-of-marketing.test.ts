import { describe, expect, it } from 'vitest';
import { analyzeFile } from './support/file-cases.ts';

const NO_LIST = { id: 1, fields: {} } as Parameters<typeof analyzeFile>[0];
const analyze = (lines: string) =>
  analyzeFile(NO_LIST, Buffer.from(`${lines.replaceAll('@ ', '@x.example ').replaceAll(' / ', '\n')}\n`), {
    fields: [],
  });

/** Exports, their lines between slashes and addresses without their domain, with the status of each of their people. */
const READ: readonly (readonly [service: string, lines: string, statuses: Readonly<Record<string, number>>])[] = [
  [
    'Mailjet',
    'Email ,Is Excluded From Campaigns,Is Opt In Pending,Is Spam Complaining,Unsubscribed At / ann@ ,true,false,false, / bob@ ,true,false,false, / cid@ ,false,false,false,',
    { active: 1, unsubscribed: 2 },
  ],
  [
    'GetResponse',
    'Email ,Added on,Removed on,Removal reason / ann@ ,2023-01-01,, / bob@ ,2023-01-01,2023-04-01,unsubscribed / cid@ ,2023-01-01,2023-05-01,bounce',
    { active: 1, unsubscribed: 1, bounced: 1 },
  ],
  [
    'ActiveCampaign',
    'Email Address ,Status,Date Unsubscribed / ann@ ,Active, / bob@ ,Unsubscribed,2023-04-01 / cid@ ,Unconfirmed, / dan@ ,Bounced,',
    { active: 1, unsubscribed: 1, deactivated: 1, bounced: 1 },
  ],
  [
    'Brevo',
    'EMAIL ;DOUBLE_OPT-IN;BLACKLIST;EMAIL_BLACKLIST / ann@ ;1;0;0 / bob@ ;1;1;1',
    { active: 1, unsubscribed: 1 },
  ],
  [
    'Klaviyo, of suppressed people',
    'Email ,Reason,Timestamp / ann@ ,UNSUBSCRIBE,2023-05-01 / bob@ ,HARD_BOUNCE,2023-05-01 / cid@ ,SPAM_COMPLAINT,2023-05-01',
    { unsubscribed: 1, bounced: 1, scomp: 1 },
  ],
  [
    'CleverReach',
    'E-Mail ;Status;Aktiviert am;Deaktiviert am / ann@ ;aktiv;01.01.2020 10:00; / bob@ ;inaktiv;01.01.2020 10:00;03.02.2021 04:05',
    { active: 1, deactivated: 1 },
  ],
  [
    'a shop in Polish',
    'E-mail ;Imię;Zgoda na newsletter / ann@ ;Anna;Tak / bob@ ;Bob;Nie / cid@ ;Cid;',
    { active: 1, unsubscribed: 2 },
  ],
  [
    'a union in French',
    'Courriel ;Nom;Prénom;Désabonné le / ann@ ;Lee;Anne; / bob@ ;Ray;Bob;31/03/2024',
    { active: 1, unsubscribed: 1 },
  ],
  ['Access', 'E-Mail ;Newsletter / ann@ ;-1 / bob@ ;0', { active: 1, unsubscribed: 1 }],
  ['a club with headings', 'E-Mail ;Name / Bonn: / ann@ ;Ann / Aktive Mitglieder; / bob@ ;Bob', { active: 2 }],
];

/** Headings of people who left. */
const HEADINGS = ['Abgemeldete:', 'Unsubscribed;', ';Désabonnés', 'Bounces'];

/** Exports with the number of the column that waits for a decision. */
const ASKED: readonly (readonly [service: string, lines: string, column: number])[] = [
  [
    'HubSpot, with two flags that disagree',
    'Email ,Opted out of email: Marketing,Unsubscribed from all email / ann@ ,false,false / bob@ ,true,false / cid@ ,,true',
    3,
  ],
  ['Salesforce', 'Email ,HasOptedOutOfEmail,IsEmailBounced / ann@ ,true,false / bob@ ,false,true', 3],
  [
    'Klaviyo',
    'Email ,Email Marketing Consent,Email Suppressions / ann@ ,SUBSCRIBED,USER_SUPPRESSED / bob@ ,SUBSCRIBED,',
    3,
  ],
  ['ActiveCampaign, with codes', 'Email ,Status / ann@ ,1 / bob@ ,2 / cid@ ,0', 2],
  ['Eventbrite', 'Email ,I would like to receive news by email / ann@ ,Yes / bob@ ,No', 2],
  ['Shopify, with levels', 'Email ,marketing_opt_in_level / ann@ ,confirmed_opt_in / bob@ ,unknown', 2],
];

describe('an export', () => {
  it.each(READ)('of %s says who is active', (_, lines, statuses) => {
    const { isUndecided, sample } = analyze(lines);
    expect([isUndecided, sample.statuses]).toEqual([false, statuses]);
  });

  it.each(HEADINGS)('with people below the heading "%s" waits for a decision', (heading) => {
    const { isUndecided, notices } = analyze(`E-Mail ;Name / ann@ ;Ann / ${heading} / bob@ ;Bob`);
    expect(isUndecided).toBe(true);
    expect(notices).toContainEqual(expect.objectContaining({ code: 'consent_column', rows: [2], count: 1 }));
  });

  it.each([
    'Email ;Newsletter;Unsubscribed at / ann@ ;yes; / bob@ ;yes;2024-01-02 / cid@ ;no;',
    'Email ;Status;Abmeldedatum / ann@ ;aktiv; / bob@ ;aktiv;02.01.2024',
  ])('of people who are active and have left waits for a decision: %s', (lines) => {
    const { isUndecided, notices } = analyze(lines);
    expect(isUndecided).toBe(true);
    expect(notices).toContainEqual(expect.objectContaining({ code: 'active_with_removal', rows: [2], count: 1 }));
  });

  it('has names of people in one column, whatever that is called', () => {
    const fields = [{ name: 'Name', fieldType: 'text' }] as const;
    for (const name of [
      'Vor- und Nachname',
      'Nom et prénom',
      'Nombre y apellidos',
      'Nome e cognome',
      'Imię i nazwisko',
    ]) {
      const { mapping } = analyzeFile(NO_LIST, Buffer.from(`E-Mail;${name}\nann@x.example;Ann Lee\n`), { fields });
      expect(mapping, name).toEqual(['email', 'Name']);
    }
  });

  it.each(ASKED)('of %s waits for a decision', (_, lines, column) => {
    const { isUndecided, notices } = analyze(lines);
    expect(isUndecided).toBe(true);
    expect(notices).toContainEqual(expect.objectContaining({ code: 'consent_column', columns: [column] }));
  });
});
