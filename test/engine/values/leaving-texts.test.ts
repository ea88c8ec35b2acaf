import { describe, expect, it } from 'vitest';
import { speaksOfLeaving } from '../../../engine/values/leaving-texts.ts';

describe('a text', () => {
  it.each([
    ...['Please unsubscribe me', 'VIP, do-not-email', 'tag_optout', 'Opted out 2023', "doesn't want to be contacted"],
    ...['does not want mail', 'no more newsletters!', 'Reported as spam', 'hard bounce on 3 May', 'UNSUBSCRIBED'],
    ...['hat sich abgemeldet', 'keine weiteren E-Mails', 'bitte nicht mehr anschreiben', 'Keine Werbung'],
    ...[
      'S’est désabonnée',
      'Ne plus contacter',
      'ne souhaite plus recevoir de courriel',
      'Dado de baja',
      'no contactar',
    ],
    ...['disiscritta a marzo', 'non inviare', 'wil geen nieuwsbrief', 'descadastrada', 'não enviar', 'frameldt i går'],
    ...[
      'veut se désabonner',
      'dio de baja en mayo',
      'bitte vom Verteiler nehmen',
      'asked to be removed',
      'take me off',
    ],
    ...['niet meer sturen', 'vill inte ha mail', 'nie chce maili', 'bounced', 'ønsker ikke nyhedsbrev'],
    ...['ikke send', 'avregistrerad', 'peruuttanut uutiskirjeen', 'wypisała się: wypisana', 'nie wysyłać'],
  ])('such as "%s" speaks of leaving', (text) => {
    expect(speaksOfLeaving(text)).toBe(true);
  });

  it.each([
    ...[
      '',
      'Ann',
      'subscribed',
      'never unsubscribed',
      'nicht abgemeldet',
      'Opt in',
      'option out of stock',
      'No mailbox',
    ],
    ...[
      'https://example.com/unsubscribe?id=7',
      'www.example.com/opt-out',
      'unsubscribe@example.com',
      'Notes on a contact',
    ],
    ...['left-handed', 'Spam and eggs', 'no emailing list yet?', 'abgemeldetes Auto', 'Removed the wall'],
    ...['not bounced', 'bounced cheque', 'nicht vom Verteiler nehmen'],
  ])('such as "%s" does not', (text) => {
    expect(speaksOfLeaving(text)).toBe(false);
  });

  it('is searched in its first thousand characters', () => {
    expect(speaksOfLeaving(`${'x '.repeat(400)}unsubscribed`)).toBe(true);
    expect(speaksOfLeaving(`${'x '.repeat(600)}unsubscribed`)).toBe(false);
  });
});
