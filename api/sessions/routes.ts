import { z } from 'zod/v4';
import { endSessions } from '../../engine/accounts/users.ts';
import { deleteUserSession, listUserSessions } from '../../engine/db/accounts/user-sessions.ts';
import { findUser } from '../../engine/db/accounts/users.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { bare } from '../http/attributes.ts';
import { idOf } from '../http/parameters.ts';
import { reachOf } from '../http/reach.ts';
import { route } from '../http/route.ts';
import { requireUserToChange } from '../users/changes.ts';
import { isEncrypted, sessionCookie } from './cookie.ts';
import { changePassword, ownPasswordInput } from './own-password.ts';
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
    summary: 'Begins a session of a user, whose cookie the answer sets.',
    description:
      'The Basic credentials are address and password of the user in UTF-8. Calls of the session have the cookie, the header `Sluice-Session: true` and no Authorization.',
    answer: callerRecord,
    handle: async (request, _input, reply) => renderCaller(request.db, await request.server.signIn(request, reply)),
  }),
  route({
    method: 'GET',
    path: '/session',
    operationId: 'getCaller',
    permission: 'any',
    tag,
    summary: 'Shows the user or the API key that makes the call, with role and organization.',
    answer: callerRecord,
    handle: ({ caller, db }) => renderCaller(db, caller),
  }),
  route({
    method: 'DELETE',
    path: '/session',
    operationId: 'deleteCurrentSession',
    permission: 'any',
    tag,
    summary: 'Ends the session of the call.',
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
    path: '/session/password',
    operationId: 'updateOwnPassword',
    permission: 'any',
    tag,
    summary: 'Changes the password of the user that makes the call, and ends all other sessions of the user.',
    description: 'A wrong `current_password` counts as a sign-in with a wrong password, and locks out as that does.',
    body: bare(ownPasswordInput),
    example: { current_password: 'correct horse', password1: 'another horse', password2: 'another horse' },
    answer: null,
    handle: async (request, { body }) => {
      await changePassword(request, body);
      return null;
    },
  }),
  route({
    method: 'GET',
    path: '/sessions',
    operationId: 'listSessions',
    permission: 'any',
    tag,
    summary: 'Lists the sessions of the user that makes the call, the latest first.',
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
    summary: 'Ends a session of the user that makes the call.',
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
    summary: 'Ends all sessions of a user, and the links that would begin one.',
    answer: null,
    handle: async (request) => {
      await endSessions(request.db, (db) => requireUserToChange(db, request));
      return null;
    },
  }),
];
