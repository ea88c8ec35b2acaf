import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetMailServer, logInToMailServer } from '../../../engine/mail/greet-mail-server.ts';
import { startSilentRelay, through } from '../../support/silent-relay.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';

describe('a mail server', () => {
  let server: Awaited<ReturnType<typeof startSmtpServer>>;
  beforeAll(async () => {
    server = await startSmtpServer();
  });
  afterAll(() => server.stop());
  const withWrongPassword = () => server.url.replace('p%40ss', 'wrong');

  it('greets, and gets neither a message nor a password', async () => {
    await greetMailServer(server.url);
    await greetMailServer(withWrongPassword());
    expect(server.received).toEqual([]);
  });

  it('takes or refuses a login', async () => {
    await logInToMailServer(server.url);
    await expect(logInToMailServer(withWrongPassword())).rejects.toMatchObject({ code: 'EAUTH' });
  });

  it('that is not there or says nothing does not greet', async () => {
    await expect(greetMailServer('smtp://127.0.0.1:1')).rejects.toMatchObject({ code: 'ESOCKET' });
    const relay = await startSilentRelay(server.port);
    relay.fallSilent();
    await expect(greetMailServer(through(relay, server.url))).rejects.toThrow();
    relay.speak();
    await greetMailServer(through(relay, server.url));
    await relay.close();
  });
});
