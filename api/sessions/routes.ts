import { z } from 'zod/v4';
import { agreeToTerms } from '../../engine/accounts/terms.ts';
import { endSessions } from '../../engine/accounts/users.ts';
import { deleteUserSession, listUserSessions } from '../../engine/db/accounts/user-sessions.ts';
import { findUser, setPreferences } from '../../engine/db/accounts/users.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { bare } from '../http/attributes.ts';
import { idOf } from '../http/parameters.ts';
import { reachOf } from '../http/reach.ts';
import { route } from '../http/route.ts';
import { flag, objectOf, wholeNumber } from '../http/values.ts';
import { requireUserToChange } from '../users/changes.ts';
import { isEncrypted, sessionCookie } from './cookie.ts';
import { changeEmail, changePassword, ownEmailInput, ownPasswordInput } from './own-credentials.ts';
import { userOf } from './user-of.ts';
import { callerRecord, renderCaller, renderSession, sessionRecord } from './record.ts';

const tag = 'Extensions';

/** The beginning of a session, and the sessions of the user that makes the call. */
export default [
  route({
    method: 'POST',
    path: '/session',
    operationId: 'createSession',
    isPublic: true,
    permission: 'any',
    tag,
    summary: 'Signs a user in: begins a session and sets its cookie.',
    description:
      'The Basic credentials are the email address and the password of the user, in UTF-8. Later calls send the cookie and the header `Sluice-Session: true`, without Authorization.',
    answer: callerRecord,
    handle: async (request, _input, reply) => {
      const { server: app, db } = request;
      return renderCaller(db, await app.signIn(request, reply), app.config);
    },
  }),
  route({
    method: 'GET',
    path: '/session',
    operationId: 'getCaller',
    permission: 'any',
    tag,
    summary: 'Shows the signed-in user or the API key of the call, with role and organization.',
    answer: callerRecord,
    isBeforeTerms: true,
    handle: ({ server: app, caller, db }) => renderCaller(db, caller, app.config),
  }),
  route({
    method: 'DELETE',
    path: '/session',
    operationId: 'deleteCurrentSession',
    permission: 'any',
    isBeforeTerms: true,
    tag,
    summary: 'Signs out: ends the session of the call.',
    answer: null,
    handle: async (request, _input, reply) => {
      const { server: app, caller, db } = request;
      const { sessionId } = caller;
      const userId = userOf(caller);
      if (sessionId !== null) await deleteUserSession(db, userId, sessionId);
      request.log.info({ userId, sessionId }, 'a user signed out');
      void reply.header('set-cookie', sessionCookie(null, { isEncrypted: isEncrypted(request, app.config.publicUrl) }));
      return null;
    },
  }),
  route({
    method: 'PUT',
    path: '/session/terms',
    operationId: 'createTermsAgreement',
    permission: 'any',
    isBeforeTerms: true,
    tag,
    summary: 'Records that the signed-in user agrees to the terms and conditions.',
    description: 'Until then the session can only make this call, `GET /session` and `DELETE /session`.',
    body: bare(objectOf({ version: wholeNumber(0).describe('The version that the user agrees to.') })),
    example: { version: 2 },
    answer: callerRecord,
    handle: async (request, { body }) => {
      const { server: app, caller, db } = request;
      const userId = userOf(caller);
      const version = body.demand('version') ?? 0;
      body.check();
      await agreeToTerms(db, userId, app.config.terms, version);
      request.log.info({ userId, version }, 'a user agreed to the terms and conditions');
      return renderCaller(db, { ...caller, termsVersion: version }, app.config);
    },
  }),
  route({
    method: 'PUT',
    path: '/session/preferences',
    operationId: 'updateOwnPreferences',
    permission: 'any',
    tag,
    summary: 'Updates the preferences of the signed-in user.',
    body: bare(
      objectOf({
        show_quick_tips: flag.nullish().describe('Whether the console shows tips.'),
        mail_ended_jobs: flag.nullish().describe('Whether the user gets a mail when a job that the user started ends.'),
      }),
    ),
    example: { show_quick_tips: false },
    answer: callerRecord,
    handle: async (request, { body }) => {
      const { server: app, caller, db } = request;
      const userId = userOf(caller);
      const preferences = { showQuickTips: body.find('show_quick_tips'), mailEndedJobs: body.find('mail_ended_jobs') };
      body.check();
      await setPreferences(db, userId, preferences);
      return renderCaller(db, caller, app.config);
    },
  }),
  route({
    method: 'PUT',
    path: '/session/password',
    operationId: 'updateOwnPassword',
    permission: 'any',
    tag,
    summary: 'Changes the password of the signed-in user, and ends the other sessions of the user.',
    description: 'A wrong `current_password` counts as a failed sign-in, and too many of them lock the user out.',
    body: bare(ownPasswordInput),
    example: { current_password: 'correct horse', password1: 'another horse', password2: 'another horse' },
    answer: null,
    handle: async (request, { body }) => {
      await changePassword(request, body);
      return null;
    },
  }),
  route({
    method: 'PUT',
    path: '/session/email',
    operationId: 'updateOwnEmail',
    tag,
    summary: 'Changes the email address of the signed-in user. Password links that were mailed before no longer work.',
    description:
      'A wrong `current_password` counts as a failed sign-in, and too many of them lock the user out. The address of a standard user is changed by an administrator.',
    body: bare(ownEmailInput),
    example: { current_password: 'correct horse', email: 'ann.berg@example.com' },
    answer: callerRecord,
    handle: async (request, { body }) => {
      const { server: app, caller, db } = request;
      await changeEmail(request, body);
      return renderCaller(db, caller, app.config);
    },
  }),
  route({
    method: 'GET',
    path: '/sessions',
    operationId: 'listSessions',
    permission: 'any',
    tag,
    summary: 'Lists the sessions of the signed-in user, the latest first.',
    answer: z.array(sessionRecord),
    handle: async ({ caller, db }) => {
      const sessions = await listUserSessions(db, userOf(caller));
      return sessions.map((session) => renderSession(session, caller));
    },
  }),
  route({
    method: 'DELETE',
    path: '/sessions/:id',
    operationId: 'deleteSession',
    permission: 'any',
    tag,
    summary: 'Ends a session of the signed-in user.',
    answer: null,
    handle: async ({ caller, db, params }) => {
      const isEnded = await deleteUserSession(db, userOf(caller), idOf(params.id, 'session'));
      if (!isEnded) throw new NotFound('session');
      return null;
    },
  }),
  route({
    method: 'GET',
    path: '/users/:id/sessions',
    operationId: 'listUserSessions',
    tag,
    summary: 'Lists the sessions of a user, the latest first.',
    answer: z.array(sessionRecord),
    handle: async ({ caller, db, params }) => {
      const user = await findUser(db, idOf(params.id, 'user'), reachOf(caller));
      if (user === null) throw new NotFound('user');
      const sessions = await listUserSessions(db, user.id);
      return sessions.map((session) => renderSession(session, caller));
    },
  }),
  route({
    method: 'DELETE',
    path: '/users/:id/sessions',
    operationId: 'deleteUserSessions',
    tag,
    summary: 'Ends all sessions of a user. Password links that were mailed before no longer work.',
    answer: null,
    handle: async (request) => {
      await endSessions(request.db, (db) => requireUserToChange(db, request));
      return null;
    },
  }),
];
