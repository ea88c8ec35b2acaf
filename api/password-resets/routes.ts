import type { FastifyRequest } from 'fastify';
import { InvalidRequest, ValidationFailed } from '../../engine/platform/errors.ts';
import { bare } from '../http/attributes.ts';
import { FromAnotherSite } from '../http/errors.ts';
import { isOfThisSite } from '../http/own-site.ts';
import { route } from '../http/route.ts';
import { emailAddress, objectOf, shortText } from '../http/values.ts';
import { passwordInput, readPassword } from '../users/password-input.ts';

const tag = 'Extensions';

const codeInput = objectOf({ code: shortText(100).describe('The code in the mailed link.'), ...passwordInput.shape });

/** New passwords of users who have forgotten theirs, by a link that is mailed. */
export default [
  route({
    method: 'POST',
    path: '/password_resets',
    operationId: 'createPasswordReset',
    isPublic: true,
    permission: 'any',
    tag,
    summary:
      'Mails a link to set a new password to the user with an email address. The link works once and for a limited time.',
    description: 'The answer does not show whether there is such a user.',
    body: bare(objectOf({ email: emailAddress })),
    example: { email: 'ann@example.com' },
    answer: null,
    handle: async (request, { body }) => {
      requireOffered(request);
      const email = body.demand('email') ?? '';
      body.check();
      await request.server.passwordResets.mail(request, email);
      return null;
    },
  }),
  route({
    method: 'PUT',
    path: '/password_resets',
    operationId: 'updateForgottenPassword',
    isPublic: true,
    permission: 'any',
    tag,
    summary:
      'Sets a new password with the code of a mailed link. It ends all sessions, password links and the lockout of the user.',
    body: bare(codeInput),
    example: {
      code: 'N3nCjmBkXGJ1r0JQ0yqZ0QvXhU1mB6d3m0cWn4V5r2E',
      password1: 'another horse',
      password2: 'another horse',
    },
    answer: null,
    handle: async (request, { body }) => {
      requireOffered(request);
      const code = body.demand('code') ?? '';
      const password = readPassword(body.as(passwordInput), { isRequired: true }) ?? '';
      body.check();
      if (!(await request.server.passwordResets.set(request, code, password))) throw new ValidationFailed(USED);
      return null;
    },
  }),
];

const USED = 'the link was used already or has expired: have another one mailed';

/** @throws FromAnotherSite; InvalidRequest where the service mails no links */
function requireOffered(request: FastifyRequest): void {
  const { config, passwordResets } = request.server;
  if (!isOfThisSite(request, config.publicUrl)) throw new FromAnotherSite();
  if (passwordResets.isOffered) return;
  throw new InvalidRequest('this service mails no links for new passwords: an administrator can set another password');
}
