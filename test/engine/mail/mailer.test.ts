import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmationMessage } from '../../../engine/mail/confirmation-message.ts';
import { createMailer } from '../../../engine/mail/mailer.ts';
import { startSilentRelay, through } from '../../support/silent-relay.ts';
import { startSmtpServer } from '../../support/smtp-server.ts';

const MESSAGE = {
  from: { name: 'Käthe, "News"', address: 'news@example.com' },
  to: 'odd;name:x@example.com',
  subject: 'Bitte bestätigen\r\nBcc: thief@example.com',
  text: 'Guten Tag\n\n.\nhttps://example.com/confirm/abc\n',
};

describe('createMailer', () => {
  let dataDir: string;
  let server: Awaited<ReturnType<typeof startSmtpServer>>;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sluice-mail-'));
    server = await startSmtpServer();
  });
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('hands messages to the SMTP server, to exactly the one recipient', async () => {
    const mailer = createMailer({ smtpUrl: server.url, dataDir });
    await mailer.send(MESSAGE);
    mailer.close();
    const [message] = server.received;
    expect(message).toMatchObject({ from: 'news@example.com', to: ['"odd;name:x"@example.com'] });
    expect(message?.content).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(message?.content).not.toMatch(/^Bcc:/m);
    expect(message?.content).toContain('https://example.com/confirm/abc');
  });

  it('fails when the server refuses the login or the recipient, or is not there', async () => {
    const to = 'a@refused.example.com';
    await expect(createMailer({ smtpUrl: server.url, dataDir }).send({ ...MESSAGE, to })).rejects.toThrow();
    const wrong = server.url.replace('p%40ss', 'wrong');
    await expect(createMailer({ smtpUrl: wrong, dataDir }).send(MESSAGE)).rejects.toThrow();
    await expect(createMailer({ smtpUrl: 'smtp://127.0.0.1:1', dataDir }).send(MESSAGE)).rejects.toThrow();
    expect(server.received).toHaveLength(1);
  });

  it('gives a server up that says nothing, or that answers each command late', async () => {
    const relay = await startSilentRelay(Number(new URL(server.url).port));
    relay.fallSilent();
    await expect(createMailer({ smtpUrl: through(relay, server.url), dataDir }).send(MESSAGE)).rejects.toThrow();
    await relay.close();

    const slow = createServer((socket) => {
      socket.on('error', () => undefined).write('220 slow.example.com\r\n');
      socket.on('data', () => setTimeout(() => socket.write('250 slow.example.com\r\n'), 4_000));
    });
    await once(slow.listen(0, '127.0.0.1'), 'listening');
    const smtpUrl = `smtp://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    await expect(createMailer({ smtpUrl, dataDir }).send(MESSAGE)).rejects.toThrow('No answer within 10 s.');
    slow.close();
  }, 90_000);

  it('writes whole messages, for the owner only, to the outbox where no server is set', async () => {
    const mailer = createMailer({ dataDir });
    await Promise.all([mailer.send(MESSAGE), mailer.send(MESSAGE)]);
    const files = await readdir(join(dataDir, 'outbox'));
    expect(files).toHaveLength(2);
    for (const name of files) {
      expect(name).toMatch(/\.eml$/);
      const file = join(dataDir, 'outbox', name);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(await readFile(file, 'utf8')).toMatch(/^To: <"odd;name:x"@example\.com>\r$/m);
    }
  });
});

describe('confirmationMessage', () => {
  const form = { id: 1, fromEmail: 'n@example.com', fromName: 'N', confirmationSubject: 'S', confirmationBody: '' };
  const textOf = (confirmationBody: string) =>
    confirmationMessage({ ...form, confirmationBody }, 'a@b.c', 'http://x/$&').text;

  it('puts the link where the body has its placeholder, as often as it is there', () => {
    expect(textOf('%%confirmation_url%% or %%confirmation_url%%.')).toBe('http://x/$& or http://x/$&.');
  });

  it('puts the link below a body without the placeholder', () => {
    expect(textOf('Please confirm:\n')).toBe('Please confirm:\n\nhttp://x/$&\n');
  });
});
