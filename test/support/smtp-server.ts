import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A message as it arrived. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly content: string;
}

/** A real SMTP server on a free port that keeps what it receives; it refuses recipients at refused.example.com. */
export async function startSmtpServer() {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'user' && password === 'p@ss' ? done(null, { user: 'user' }) : done(new Error('no such user')),
    onRcptTo: ({ address }, _session, done) =>
      address.endsWith('@refused.example.com') ? done(new Error(`${address} is unknown`)) : done(),
    onData: (stream, { envelope }, done) => {
      void text(stream).then((content) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), content });
        done();
      }, done);
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://user:p%40ss@127.0.0.1:${port}`,
    port,
    received,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
