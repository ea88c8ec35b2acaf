import { z } from 'zod/v4';
import { EXTENSION_BOUNDS } from '../../engine/domain/extension-bounds.ts';
import { bare } from '../http/attributes.ts';
import { route } from '../http/route.ts';
import { objectOf, shortText } from '../http/values.ts';
import { callerRecord, renderCaller } from '../sessions/record.ts';

const tag = 'Extensions';

const signInOptions = z
  .object({
    password_reset: z.boolean().describe('Whether the service can mail links to set a new password.'),
    single_sign_on: z
      .object({ name: z.string().nullable().describe('The name of the provider.') })
      .nullable()
      .describe('Null if the service has no single sign-on.'),
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
    summary: 'Shows the ways to sign in other than by email address and password.',
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
      'Begins a single sign-on with OpenID Connect, and returns the address of the provider to open in the browser.',
    description: 'It also sets a cookie: the sign-in has to be completed in the same browser.',
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
    summary:
      'Completes a single sign-on: begins a session of the user whose address the provider verified, and sets its cookie.',
    body: bare(
      objectOf({
        query: shortText(EXTENSION_BOUNDS.signOnQuery.max).describe(
          'The query string with which the provider sent the browser back to the console, without the question mark.',
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
