import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { changeUser, removeUser, resetLockout } from '../../engine/accounts/users.ts';
import { countUsers, findUser, insertUser, isUserEmailTaken, listUsers } from '../../engine/db/accounts/users.ts';
import { listTermsAgreements } from '../../engine/db/accounts/terms-agreements.ts';
import type { User } from '../../engine/db/accounts/users.ts';
import type { Database } from '../../engine/db/core/slonik.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { wrapped, wrappedChanges } from '../http/attributes.ts';
import { PAGES_OF_2000, readPage } from '../http/paging.ts';
import { idOf } from '../http/parameters.ts';
import { queryChoice, queryText } from '../http/query.ts';
import { reachOf } from '../http/reach.ts';
import { route } from '../http/route.ts';
import type { InputOf } from '../http/route.ts';
import { renderTime } from '../http/times.ts';
import { objectOf } from '../http/values.ts';
import { refusingTakenEmail, requireUserToChange } from './changes.ts';
import { readUser, userInput } from './input.ts';
import { requireOrganization } from './organization-lookups.ts';
import { renderUser, termsAgreementRecord, userRecord } from './record.ts';

const tag = 'Users';

const listing = {
  method: 'GET',
  tag,
  query: objectOf({
    full_name: queryText,
    full_name_contains: queryText,
    email: queryText,
    email_contains: queryText,
    order_by: queryChoice(['id', 'full_name', 'email'], 'id'),
  }),
  paging: {
    ...PAGES_OF_2000,
    tokens: true,
    tokensWithText: ({ order_by: orderBy }: Readonly<Record<string, unknown>>) => orderBy !== 'id',
  },
  answer: z.array(userRecord),
} as const;

export default [
  route({
    method: 'POST',
    path: '/users',
    operationId: 'createUser',
    tag,
    summary: 'Adds a user.',
    body: wrapped('user', userInput),
    example: {
      user: {
        full_name: 'Ann Berg',
        email: 'ann@example.com',
        active: true,
        role: 'standard',
        password1: 'correct horse',
        password2: 'correct horse',
      },
    },
    answer: userRecord,
    handle: async (request, { body }) => {
      const { server: app, caller, db } = request;
      const { organizationId } = caller;
      const { user, password } = await readUser(body, {
        ...{ current: null, organizationId, caller, hasTerms: app.config.terms !== null },
        isEmailTaken: (email) => isUserEmailTaken(db, email, null),
      });
      const passwordHash = await app.hashPassword(request, password ?? '');
      const created = await refusingTakenEmail(() => insertUser(db, organizationId, user, passwordHash));
      return renderUser(created, caller.timeZone);
    },
  }),
  route({
    method: 'DELETE',
    path: '/users/:id',
    operationId: 'deleteUser',
    tag,
    summary: 'Deletes a user.',
    answer: null,
    handle: async (request) => {
      await removeUser(request.db, (db) => requireUserToChange(db, request));
      return null;
    },
  }),
  route({
    ...listing,
    path: '/users',
    operationId: 'listUsers',
    summary: 'Lists the users of the organization; a system administrator sees those of all organizations.',
    handle: (request, input) => list(request, input, reachOf(request.caller)),
  }),
  route({
    ...listing,
    path: '/organizations/:id/users',
    operationId: 'listUsersInOrganization',
    summary: 'Lists the users of one organization.',
    handle: async (request, input) => list(request, input, await requireOrganization(request, request.params.id)),
  }),
  route({
    method: 'PUT',
    path: '/users/:id/reset_password_failure_lockout',
    operationId: 'resetPasswordFailureLockout',
    tag,
    summary: 'Ends the lockout of a user who entered too many wrong passwords.',
    body: { schema: z.object({}).optional(), read: () => null },
    answer: z
      .object({ result: z.enum(['lockout_cleared', 'not_locked_out']) })
      .meta({ id: 'LockoutReset', examples: [{ result: 'lockout_cleared' }] }),
    handle: async (request) => {
      const wasLockedOut = await resetLockout(request.db, (db) => requireUserToChange(db, request));
      return { result: wasLockedOut ? ('lockout_cleared' as const) : ('not_locked_out' as const) };
    },
  }),
  route({
    method: 'GET',
    path: '/users/:id',
    operationId: 'getUser',
    tag,
    summary: 'Shows a user.',
    answer: userRecord,
    handle: async ({ caller, db, params }) => {
      const user = await findUser(db, idOf(params.id, 'user'), reachOf(caller));
      if (user === null) throw new NotFound('user');
      return renderUser(user, caller.timeZone);
    },
  }),
  route({
    method: 'GET',
    path: '/users/:id/terms_agreements',
    operationId: 'listTermsAgreements',
    tag: 'Extensions',
    summary: 'Lists the versions of the terms and conditions that a user agreed to, the latest first.',
    answer: z.array(termsAgreementRecord),
    handle: async ({ caller, db, params }) => {
      const user = await findUser(db, idOf(params.id, 'user'), reachOf(caller));
      if (user === null) throw new NotFound('user');
      const agreements = await listTermsAgreements(db, user.id);
      return agreements.map(({ version, agreedAt }) => ({ version, agreed_at: renderTime(agreedAt, caller.timeZone) }));
    },
  }),
  route({
    method: 'PUT',
    path: '/users/:id',
    operationId: 'updateUser',
    tag,
    summary: 'Updates a user. Attributes that are not sent keep their values.',
    body: wrappedChanges('user', userInput),
    example: { user: { active: false } },
    answer: userRecord,
    handle: async (request, input) => {
      const { server: app, caller, db } = request;
      const hasTerms = app.config.terms !== null;
      const find = (db: Database) => requireUserToChange(db, request);
      const changed = await refusingTakenEmail(() =>
        changeUser(
          db,
          find,
          (current, isEmailTaken) => {
            const { organizationId } = current;
            return readUser(input.body, { current, organizationId, caller, hasTerms, isEmailTaken });
          },
          (password) => app.hashPassword(request, password),
        ),
      );
      return renderUser(changed, caller.timeZone);
    },
  }),
];

function list(
  { caller, read }: FastifyRequest,
  { query, paging }: InputOf<typeof listing>,
  organizationId: number | null,
) {
  const orderBy = query.order_by;
  const filter = {
    fullName: { is: query.full_name, contains: query.full_name_contains },
    email: { is: query.email, contains: query.email_contains },
  };
  return readPage(read, paging, {
    list: (db) => listUsers(db, organizationId, filter, { ...paging, orderBy, limit: paging.perPage + 1 }),
    count: (db) => countUsers(db, organizationId, filter),
    render: (user) => renderUser(user, caller.timeZone),
    placeOf: (user) => ({ id: user.id, text: ORDER_TEXT[orderBy](user) }),
  });
}

const ORDER_TEXT = {
  id: () => null,
  full_name: ({ fullName }: User) => fullName,
  email: ({ email }: User) => email,
};
