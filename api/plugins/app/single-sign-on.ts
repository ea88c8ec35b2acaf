import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signOn } from '../../../engine/accounts/single-sign-on.ts';
import type { ProviderAccount, SignOnRefusal } from '../../../engine/accounts/single-sign-on.ts';
import type { Caller } from '../../../engine/db/accounts/caller.ts';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { storableText } from '../../../engine/domain/storable-text.ts';
import { OidcFault } from '../../../engine/oidc/fault.ts';
import { createOidcProvider } from '../../../engine/oidc/provider.ts';
import type { OidcIdentity } from '../../../engine/oidc/provider.ts';
import { createFairQueue } from '../../../engine/platform/fair-queue.ts';
import { InvalidRequest } from '../../../engine/platform/errors.ts';
import { hashPassword } from '../../../engine/secrets/password-hash.ts';
import { isEmailAddress } from '../../../engine/values/email-address.ts';
import { ProviderAway, SessionRefused } from '../../http/errors.ts';
import { networkOf } from '../../http/network.ts';
import { refuseFullQueue } from '../../http/refuse-full-queue.ts';
import { endedSignOnCookie, signOnCookie, signOnSecretsOf } from '../../single-sign-on/cookie.ts';

declare module 'fastify' {
  interface FastifyInstance {
    singleSignOn: SingleSignOn;
  }
}

/** Sign-in by a provider of OpenID Connect. */
interface SingleSignOn {
  /** null: the service has none. */
  readonly offered: { readonly name: string | null } | null;
  /** Begins a sign-on, which the cookie of the answer binds to the browser. @returns the address of the provider @throws ProviderAway; TooManyCalls; InvalidRequest */
  start(request: FastifyRequest, reply: FastifyReply): Promise<string>;
  /** Begins a session, whose cookie the answer sets. @throws SessionRefused; ProviderAway; TooManyCalls; InvalidRequest */
  finish(request: FastifyRequest, reply: FastifyReply, query: string): Promise<Caller>;
}

export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const { oidc: settings, publicUrl } = app.config;
    // Settings with a provider have both.
    if (settings === null || publicUrl === undefined) {
      const refuse = () => Promise.reject(new InvalidRequest('this service has no single sign-on'));
      app.decorate('singleSignOn', { offered: null, start: refuse, finish: refuse });
      return done();
    }
    const provider = createOidcProvider(settings, `${publicUrl}/console/single-sign-on`);
    const queue = createFairQueue({
      slots: BOUNDS.signOns.max,
      slotsPerKey: BOUNDS.signOns.max / 2,
      waitingPerKey: BOUNDS.waitingSignIns.max,
    });
    const run = async <Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> => {
      await app.limitNetwork(request, LIMIT);
      const network = networkOf(request.ip);
      return refuseFullQueue(FULL, () => queue.run(network, work));
    };
    const refusal = (request: FastifyRequest, reason: string, sentence: string, userId: number | null = null) => {
      request.log.warn({ reason, userId, network: networkOf(request.ip) }, 'a single sign-on was refused');
      return new SessionRefused(sentence);
    };
    /** The refusal of a provider, or of its answer. */
    const faultOf = (request: FastifyRequest, error: unknown) => {
      if (!(error instanceof OidcFault)) return error;
      const { kind, reason } = error;
      if (kind === 'declined') return refusal(request, reason, DECLINED);
      if (kind === 'refused') return refusal(request, reason, NOT_VALID);
      request.log.error({ reason }, 'the provider of the single sign-on did not answer');
      return new ProviderAway();
    };
    const accountOf = (request: FastifyRequest, { email, isVerified, name }: OidcIdentity): ProviderAccount => {
      // Postgres and browsers compare other letters differently.
      if (email === null || !isVerified || /[^!-~]/.test(email) || !isEmailAddress(email)) {
        throw refusal(request, 'the address is not verified', NOT_VERIFIED);
      }
      const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
      if (settings.allowedDomains.length > 0 && !settings.allowedDomains.includes(domain)) {
        throw refusal(request, 'the domain is not allowed', OTHER_DOMAIN);
      }
      const fullName = storableText(name ?? '')
        .trim()
        .slice(0, NAME_CHARACTERS)
        .toWellFormed();
      return {
        email,
        fullName: fullName || email.slice(0, NAME_CHARACTERS),
        userAgent: request.headers['user-agent'] ?? null,
      };
    };

    app.decorate('singleSignOn', {
      offered: { name: settings.name },
      start: (request, reply) =>
        run(request, async () => {
          const { origin } = request.headers;
          // The provider leads back to that address, and the cookie is for it.
          if (origin !== undefined && origin !== new URL(publicUrl).origin)
            throw new InvalidRequest(elsewhere(publicUrl));
          const { url, secrets } = await provider.begin().catch((error: unknown) => {
            throw faultOf(request, error);
          });
          void reply.headers({
            'set-cookie': signOnCookie(app.secrets, secrets, publicUrl),
            'cache-control': 'no-store',
          });
          return url;
        }),
      finish: (request, reply, query) =>
        run(request, async () => {
          const secrets = signOnSecretsOf(request, app.secrets);
          void reply.headers({ 'set-cookie': endedSignOnCookie(publicUrl), 'cache-control': 'no-store' });
          if (secrets === null) throw refusal(request, 'no sign-on was begun', EXPIRED);
          const identity = await provider.redeem(query, secrets).catch((error: unknown) => {
            throw faultOf(request, error);
          });
          const account = accountOf(request, identity);
          const done = await signOn(request.db, account, { rule: settings, hashPassword });
          if (done.begun === null) throw refusal(request, done.refusal, REFUSALS[done.refusal], done.userId);
          const { userId } = done.begun;
          if (done.isCreated) request.log.info({ userId }, 'a user was created by a single sign-on');
          return app.openSession(request, reply, done.begun);
        }),
    });
    done();
  },
  { name: 'single-sign-on', dependencies: ['connections', 'secrets', 'rate-limit', 'sign-in'] },
);

const LIMIT = { name: 'single-sign-ons', max: BOUNDS.signInsOfAddress.max, what: 'sign-ins' };

const FULL = { reason: 'too many sign-ins from this address wait', retrySeconds: 2 };

const NAME_CHARACTERS = 100;

const EXPIRED = 'the sign-in has expired, was used, or was begun in another browser: begin it again';
const DECLINED = 'the provider did not sign you in: begin again, or sign in with your password';
const NOT_VALID = 'the answer of the provider is not valid, or was used already: begin the sign-in again';
const NOT_VERIFIED = 'the provider does not state that the address of your account is verified, so it signs no user in';
const OTHER_DOMAIN = 'accounts with an address of this domain do not sign in here';

const REFUSALS: Readonly<Record<SignOnRefusal, string>> = {
  unknown: 'no user has the address of your account: an administrator can create one',
  inactive: 'your user is not active: an administrator can switch it on',
  locked_out: 'too many wrong passwords have locked your user out for a while: an administrator can let you in',
};

function elsewhere(publicUrl: string): string {
  return `the single sign-on works at ${publicUrl}/console/ only: open the console there`;
}
