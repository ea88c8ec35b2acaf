import { z } from 'zod/v4';
import { EXTENSION_BOUNDS } from '../../engine/domain/extension-bounds.ts';
import { bare } from '../http/attributes.ts';
import { route } from '../http/route.ts';
import { objectOf, shortText } from '../http/values.ts';
import { callerRecord, renderCaller } from '../sessions/record.ts';

const tag = 'Extensions';

const signInOptions = z
  .object({
    password_reset: z.boolean().describe('Whether the service mails links for new passwords.'),
    single_sign_on: z
      .object({ name: z.string().nullable().describe('The name of the provider.') })
      .nullable()
      .describe('null: the service has no single sign-on.'),
  })
  .meta({ id: 'SignInOptions', examples: [{ password_reset: true, single_sign_on: { name: 'Acme' } }] });

/** Sign-in by a provider of OpenID Connect, and the ways to sign in that the service offers. */
export default [
  route({
    method: 'GET',
    path: '/sign_in_options',
    operationId: 'getSignInOptions',
    isPublic: true,
    permission: 'any',
    tag,
    summary: 'Shows the ways to sign in that the service offers in addition to address and password.',
    answer: signInOptions,
    handle: ({ server: app }) => ({
      password_reset: app.passwordResets.isOffered,
      single_sign_on: app.singleSignOn.offered,
    }),
  }),
  route({
    method: 'POST',
    path: '/single_sign_on',
    operationId: 'startSingleSignOn',
    isPublic: true,
    permission: 'any',
    tag,
    summary:
      'Begins a sign-in by the provider of OpenID Connect: the answer has the address to which the browser goes.',
    description:
      'The answer sets a cookie, with which the call that ends the sign-in shows that the same browser makes it.',
    answer: z.object({ url: z.string() }).meta({
      id: 'SingleSignOn',
      examples: [{ url: 'https://accounts.example.com/auth?client_id=sluice&response_type=code&state=…' }],
    }),
    handle: async (request, _input, reply) => ({ url: await request.server.singleSignOn.start(request, reply) }),
  }),
  route({
    method: 'PUT',
    path: '/single_sign_on',
    operationId: 'continueSingleSignOn',
    isPublic: true,
    publicBytes: EXTENSION_BOUNDS.signOnBody.max,
    permission: 'any',
    tag,
    summary: 'Begins a session of the user with the verified address of the provider, whose cookie the answer sets.',
    body: bare(
      objectOf({
        query: shortText(EXTENSION_BOUNDS.signOnQuery.max).describe(
          'The query of the address of the console to which the provider has led the browser, without the question mark.',
        ),
      }),
    ),
    example: { query: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj&iss=https%3A%2F%2Faccounts.example.com' },
    answer: callerRecord,
    handle: async (request, { body }, reply) => {
      const { server: app, db } = request;
      const query = body.demand('query') ?? '';
      body.check();
      return renderCaller(db, await app.singleSignOn.finish(request, reply, query), app.config);
    },
  }),
];
