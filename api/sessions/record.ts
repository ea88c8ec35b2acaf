import { z } from 'zod/v4';
import { hasToAgree } from '../../engine/accounts/terms.ts';
import { findApiKeyName } from '../../engine/db/accounts/api-keys.ts';
import type { Caller } from '../../engine/db/accounts/caller.ts';
import { findOrganization } from '../../engine/db/accounts/organizations.ts';
import type { UserSession } from '../../engine/db/accounts/user-sessions.ts';
import { findUser, USER_ROLES } from '../../engine/db/accounts/users.ts';
import type { Database } from '../../engine/db/core/slonik.ts';
import type { Config } from '../../engine/platform/config.ts';
import type { TermsSettings } from '../../engine/platform/config-terms.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { renderedTime, whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
import { renderTime } from '../http/times.ts';
import { userExample } from '../users/examples.ts';
import { renderUser, userRecord } from '../users/record.ts';

/** The caller of the API as the API shows it. */
export const callerRecord = z
  .object({
    role: z.enum(USER_ROLES),
    organization: z.object({ id: whole, name: z.string(), time_zone: z.string() }),
    user: userRecord.nullable().describe('The signed-in user; null for a call with an API key.'),
    api_key: z.object({ id: whole, name: z.string() }).nullable(),
    session_id: whole.nullable(),
    terms_to_agree: z
      .object({ version: whole, text: z.string().nullable(), url: z.string().nullable() })
      .nullable()
      .describe('The terms and conditions that the user must agree to before other calls; null if there are none.'),
    ftp_port: whole
      .nullable()
      .describe('The port of the FTP server for the upload directory; null if there is no FTP server.'),
  })
  .meta({
    id: 'Caller',
    examples: [
      {
        role: 'standard',
        organization: { id: 2, name: 'Daily News', time_zone: 'Europe/Berlin' },
        user: userExample,
        api_key: null,
        session_id: 7,
        terms_to_agree: null,
        ftp_port: null,
      },
    ],
  });

/** A session as the API shows it. */
export const sessionRecord = z
  .object({
    id: whole,
    is_current: z.boolean(),
    user_agent: z.string().nullable().describe("The beginning of the browser's User-Agent header."),
    created_at: renderedTime,
    last_used_at: renderedTime.describe('Accurate to the minute.'),
    expires_at: renderedTime.describe(
      'When the session ends if it is not used. Use extends it, up to a week in total.',
    ),
  })
  .meta({
    id: 'Session',
    examples: [
      {
        id: 7,
        is_current: true,
        user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/144.0',
        created_at: '2026-11-28T09:00:00+01:00',
        last_used_at: '2026-11-28T09:20:00+01:00',
        expires_at: '2026-11-28T21:20:00+01:00',
      },
    ],
  });

/** The caller as the API shows it. @throws NotFound when it was deleted since the call began */
export async function renderCaller(
  db: Database,
  caller: Caller,
  { terms, ftp }: Pick<Config, 'terms' | 'ftp'>,
): Promise<Rendered<typeof callerRecord>> {
  const { by, role, organizationId, sessionId, timeZone } = caller;
  const organization = await findOrganization(db, organizationId);
  if (organization === null) throw new NotFound('organization');
  const isUser = by.type === 'user';
  const user = isUser ? await findUser(db, by.id, organizationId) : null;
  const keyName = isUser ? null : await findApiKeyName(db, by.id);
  return {
    role,
    organization: { id: organization.id, name: organization.name, time_zone: organization.timeZone },
    user: user && renderUser(user, timeZone),
    api_key: keyName === null ? null : { id: by.id, name: keyName },
    session_id: sessionId,
    terms_to_agree: terms !== null && hasToAgree(terms, caller) ? termsOf(terms) : null,
    ftp_port: ftp.enabled ? ftp.port : null,
  };
}

function termsOf({ version, text, url }: TermsSettings) {
  return { version, text, url };
}

/** A session as the API shows it to its user. */
export function renderSession(session: UserSession, caller: Caller): Rendered<typeof sessionRecord> {
  const time = (at: Date) => renderTime(at, caller.timeZone);
  return {
    id: session.id,
    is_current: session.id === caller.sessionId,
    user_agent: session.userAgent,
    created_at: time(session.createdAt),
    last_used_at: time(session.lastUsedAt),
    expires_at: time(session.expiresAt),
  };
}
