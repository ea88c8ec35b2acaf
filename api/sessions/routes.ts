import { z } from 'zod/v4';
import type { Caller } from '../../engine/db/accounts/caller.ts';
import { deleteUserSession, listUserSessions } from '../../engine/db/accounts/user-sessions.ts';
import { InvalidRequest, NotFound } from '../../engine/platform/errors.ts';
import { idOf } from '../http/parameters.ts';
import { route } from '../http/route.ts';
import { isEncrypted, sessionCookie } from './cookie.ts';
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
];

/** @throws InvalidRequest for a call with an API key */
function userOf({ by }: Caller): number {
  if (by.type !== 'user') throw new InvalidRequest('the call has an API key: only users have sessions');
  return by.id;
}
