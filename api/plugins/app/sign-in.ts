import { setTimeout as delay } from 'node:timers/promises';
import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkOwnPassword } from '../../../engine/accounts/own-credentials.ts';
import { findCallerOfToken, signIn, signInByLink } from '../../../engine/accounts/sign-in.ts';
import type { BegunSession } from '../../../engine/accounts/sign-in.ts';
import type { Caller } from '../../../engine/db/accounts/caller.ts';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { createFairQueue } from '../../../engine/platform/fair-queue.ts';
import { verifyPassword } from '../../../engine/secrets/password-hash.ts';
import { SessionRefused } from '../../http/errors.ts';
import { networkOf } from '../../http/network.ts';
import { refuseFullQueue } from '../../http/refuse-full-queue.ts';
import { isEncrypted, sessionCookie } from '../../sessions/cookie.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Begins a session, whose cookie the answer sets. @throws SessionRefused; TooManyCalls */
    signIn: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>;
    /** Lets the browser have a session that has begun, by the cookie of the answer. @throws SessionRefused where it has ended already */
    openSession: (request: FastifyRequest, reply: FastifyReply, begun: BegunSession) => Promise<Caller>;
    /**
     * Checks the password of a user who has signed in, as one of a sign-in.
     * @returns the hash that it fits; null when it is wrong or the user is locked out @throws TooManyCalls
     */
    checkOwnPassword: (request: FastifyRequest, userId: number, password: string) => Promise<string | null>;
  }
}

/**
 * Signs users in: with address and password as Basic credentials, or with the code of a one-time link in a header, because without
 * a credential no body is read.
 */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const { signInAttempts: attempts, userLockoutSeconds: lockoutSeconds } = app.config;
    const queue = createFairQueue({
      slots: BOUNDS.signInPasswords.max,
      slotsPerKey: 1,
      waitingPerKey: BOUNDS.waitingSignIns.max,
    });

    const options = { verify: verifyPassword, rule: { attempts, lockoutSeconds } };
    const check = (request: FastifyRequest) => {
      const entered = { ...enteredBy(request), userAgent: userAgentOf(request) };
      return run(request, async () => {
        const startedAt = performance.now();
        return { ...(await signIn(request.db, entered, options)), startedAt };
      });
    };
    const run = async <Result>(
      request: FastifyRequest,
      work: () => Promise<Result>,
      isLink = false,
    ): Promise<Result> => {
      await app.limitNetwork(request, isLink ? LINKS : PASSWORDS);
      const network = `${isLink ? 'link/' : ''}${networkOf(request.ip)}`;
      return await refuseFullQueue(FULL, () => queue.run(network, work));
    };
    const begin: FastifyInstance['openSession'] = async (request, reply, { token, userId, session }) => {
      const caller = await findCallerOfToken(request.db, token);
      if (caller === null) throw new SessionRefused(REFUSED);
      request.log.info({ userId, sessionId: session.id }, 'a user signed in');
      const cookie = sessionCookie(token, { isEncrypted: isEncrypted(request, app.config.publicUrl) });
      void reply.headers({ 'set-cookie': cookie, 'cache-control': 'no-store' });
      return caller;
    };

    const redeem = async (request: FastifyRequest, code: string) => {
      const work = () => signInByLink(request.db, code, userAgentOf(request));
      // Apart from the passwords: where many wrong ones come from a network, the way in by a link stays.
      const begun = await run(request, work, true);
      if (begun === null) throw new SessionRefused(LINK_USED);
      return begun;
    };

    app.decorate('openSession', begin);
    app.decorate('signIn', async (request: FastifyRequest, reply: FastifyReply) => {
      const code = request.headers['sluice-console-code'];
      if (typeof code === 'string') return begin(request, reply, await redeem(request, code));
      const { begun, userId, isLockedOut, startedAt } = await check(request);
      if (begun !== null) return begin(request, reply, begun);
      request.log.warn({ userId, isLockedOut, network: networkOf(request.ip) }, 'a sign-in was refused');
      await delay(Math.max(0, startedAt + REFUSED_AFTER_MS - performance.now()));
      throw new SessionRefused(REFUSED);
    });
    app.decorate('checkOwnPassword', (request: FastifyRequest, userId: number, password: string) =>
      run(request, () => checkOwnPassword(request.db, { userId, password }, options)),
    );
    done();
  },
  { name: 'sign-in', dependencies: ['connections', 'rate-limit'] },
);

const PASSWORDS = { name: 'sign-ins', max: BOUNDS.signInsOfAddress.max, what: 'sign-ins' };
const LINKS = { ...PASSWORDS, name: 'links' };

/** One sentence for every cause: another would say who has a user here. */
const REFUSED =
  'the address or the password is wrong, the user is not active, or too many wrong passwords have locked the user out for a while';

const LINK_USED =
  'the link was used already or has expired: make another one with npx sluice console, or sign in with your password';

const FULL = { reason: 'too many sign-ins from this address wait', retrySeconds: 2 };

/** A refusal takes that long, so that its time does not say whether an attempt was counted for a user. */
const REFUSED_AFTER_MS = 400;

/** Characters of a Basic credential that are read: no user has a longer one. */
const CREDENTIAL_CHARACTERS = 2_000;

/** The name that the browser gives itself. */
function userAgentOf({ headers }: FastifyRequest): string | null {
  return headers['user-agent'] ?? null;
}

/** Address and password of the Basic scheme in UTF-8; blank where there are none, as no user has these. */
function enteredBy({ headers }: FastifyRequest): { readonly email: string; readonly password: string } {
  const credential = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  if (credential.length > CREDENTIAL_CHARACTERS) return { email: '', password: '' };
  const text = Buffer.from(credential, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0 || text.includes('\0')) return { email: '', password: '' };
  return { email: text.slice(0, colon).trim(), password: text.slice(colon + 1) };
}
