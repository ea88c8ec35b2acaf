import { setTimeout as delay } from 'node:timers/promises';
import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasPasswordReset, mailPasswordReset, resetPassword } from '../../../engine/accounts/password-reset.ts';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { createFairQueue } from '../../../engine/platform/fair-queue.ts';
import { hashPassword } from '../../../engine/secrets/password-hash.ts';
import { networkOf } from '../../http/network.ts';
import { refuseFullQueue } from '../../http/refuse-full-queue.ts';

declare module 'fastify' {
  interface FastifyInstance {
    passwordResets: PasswordResets;
  }
}

/** New passwords by a link that is mailed. */
interface PasswordResets {
  /** Whether the service mails links. */
  readonly isOffered: boolean;
  /** Mails a link to the user with that address, if there is one; returns before that is known. @throws TooManyCalls */
  mail(request: FastifyRequest, email: string): Promise<void>;
  /** Sets the password of the user of a link. @returns whether the link was valid @throws TooManyCalls */
  set(request: FastifyRequest, code: string, password: string): Promise<boolean>;
}

export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const { mailFrom: from, publicUrl, passwordResetValidityMs: validityMs, console: hasConsole } = app.config;
    const rule =
      from === undefined || publicUrl === undefined || !hasConsole
        ? null
        : { from, validityMs, consoleUrl: `${publicUrl}/console/` };
    const mails = createFairQueue({
      slots: BOUNDS.passwordResetMails.max,
      slotsPerKey: 1,
      waitingPerKey: BOUNDS.waitingResetMails.max,
    });
    const hashes = createFairQueue({
      slots: BOUNDS.signInPasswords.max,
      slotsPerKey: 1,
      waitingPerKey: BOUNDS.waitingSignIns.max,
    });
    const count = async (request: FastifyRequest): Promise<string> => {
      await app.limitNetwork(request, LIMIT);
      return networkOf(request.ip);
    };
    const send = async (request: FastifyRequest, email: string) => {
      if (rule === null) return;
      try {
        const userId = await mailPasswordReset(app.service.db, email, { mailer: app.mailer, rule });
        request.log.info({ userId }, 'a link for a new password was requested');
      } catch (error) {
        // The message of the SMTP server may name the address.
        const { code = null, responseCode = null } = error as { code?: string; responseCode?: number };
        request.log.error({ code, responseCode }, 'a link for a new password was not mailed');
      }
    };
    const underWay = new Set<Promise<void>>();
    app.addHook('onClose', () =>
      Promise.race([Promise.allSettled(underWay), delay(CLOSE_MS, undefined, { ref: false })]),
    );

    app.decorate('passwordResets', {
      isOffered: rule !== null,
      mail: async (request, email) => {
        const network = await count(request);
        // Only a full queue fails: what goes wrong with a mail is logged.
        let refusal: Error | null = null;
        const sending: Promise<void> = refuseFullQueue(MAILS_FULL, () => mails.run(network, () => send(request, email)))
          .catch((error: Error) => {
            refusal = error;
          })
          .finally(() => underWay.delete(sending));
        underWay.add(sending);
        // The answer does not wait for the mail: the time that it takes would say whether there is such a user.
        await delay(ANSWER_MS);
        if (refusal !== null) throw refusal as Error;
      },
      set: async (request, code, password) => {
        const network = await count(request);
        // A wrong code costs no hash.
        if (!(await hasPasswordReset(request.db, code))) return false;
        const passwordHash = await refuseFullQueue(FULL, () => hashes.run(network, () => hashPassword(password)));
        const userId = await resetPassword(request.db, code, passwordHash);
        if (userId !== null) request.log.info({ userId }, 'a user set a new password by a link');
        return userId !== null;
      },
    });
    done();
  },
  { name: 'password-resets', dependencies: ['connections', 'mailer'] },
);

const LIMIT = { name: 'password-resets', max: BOUNDS.passwordResetsOfAddress.max, what: 'calls for new passwords' };

const ANSWER_MS = 200;
/** Time for mails under way when the API ends: what closes after this has to fit in, too. */
const CLOSE_MS = 2_000;
const FULL = { reason: 'too many new passwords from this address wait to be set', retrySeconds: 10 };
const MAILS_FULL = { reason: 'too many calls for new passwords from this address wait', retrySeconds: 10 };
