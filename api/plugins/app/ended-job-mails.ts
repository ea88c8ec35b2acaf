import { setTimeout as delay } from 'node:timers/promises';
import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { CLIENT_JOB_KINDS } from '../../../engine/job-kinds/index.ts';
import { sendDueMails } from '../../../engine/mail/send-due-mails.ts';

/** A look at an index each time. */
const EVERY_MS = 5_000;

/** Time for mails under way when the API ends: what closes after this has to fit in, too. */
const CLOSE_MS = 2_000;

/**
 * Sends the mails about ended jobs, where the service sends mail and has the pages that they lead to. The API sends them, not the worker:
 * it alone has the login of the mail server.
 */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const { mailFrom: from, publicUrl, console: hasConsole } = app.config;
    if (from === undefined || publicUrl === undefined || !hasConsole) return void done();
    const { service, mailer, log } = app;
    const origin = { from, consoleUrl: `${publicUrl}/console/` };
    const sender = { db: service.db, kinds: CLIENT_JOB_KINDS, mailer, origin, log };
    const end = new AbortController();
    const { signal } = end;
    let last: Promise<void> = Promise.resolve();
    app.addHook('onReady', (ready) => {
      last = sendRegularly();
      ready();
    });
    app.addHook('onClose', () => {
      end.abort();
      return Promise.race([last, delay(CLOSE_MS, undefined, { ref: false })]);
    });
    const sendRegularly = async () => {
      while (!signal.aborted) {
        await delay(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
        try {
          await sendDueMails(sender, () => signal.aborted);
        } catch (error) {
          if (!signal.aborted) log.warn({ err: error }, 'mails about ended jobs could not be read');
        }
      }
    };
    done();
  },
  { name: 'ended-job-mails', dependencies: ['connections', 'mailer'] },
);
