import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { GREETED_MS, greetMailServer } from '../../../engine/mail/greet-mail-server.ts';
import { createMailer } from '../../../engine/mail/mailer.ts';
import type { Mailer } from '../../../engine/mail/mailer.ts';
import { ANSWER_MS } from '../../http/health.ts';
import type { MailState } from '../../http/health.ts';
import { createSlowProbe } from '../../http/probe.ts';

declare module 'fastify' {
  interface FastifyInstance {
    mailer: Mailer;
    /** Whether the mail server greets. Never rejects, and takes two seconds at most. */
    mailState: () => Promise<MailState>;
  }
}

/** Load balancers probe each second or so, and a mail server may refuse a client that connects that often. */
const GREETED_FOR_MS = 15_000;

export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const mailer = createMailer(app.config);
    app.decorate('mailer', mailer);
    app.decorate('mailState', watchMailServer(app.config.smtpUrl));
    app.addHook('onClose', () => mailer.close());
    done();
  },
  { name: 'mailer' },
);

function watchMailServer(smtpUrl: string | undefined): () => Promise<MailState> {
  if (smtpUrl === undefined) return () => Promise.resolve('not_configured');
  const times = { withinMs: GREETED_MS, keptMs: GREETED_FOR_MS, waitMs: ANSWER_MS };
  const greets = createSlowProbe(() => greetMailServer(smtpUrl), times);
  return async () => {
    const found = await greets();
    return found === null ? 'unknown' : found ? 'up' : 'down';
  };
}
