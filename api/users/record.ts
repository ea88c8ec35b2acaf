import { z } from 'zod/v4';
import type { User } from '../../engine/db/accounts/users.ts';
import { renderOptionalTime } from '../http/times.ts';
import { PERMISSIONS } from '../../engine/domain/permissions.ts';
import { HTML_EDITORS, USER_ROLES } from '../../engine/db/accounts/users.ts';
import { renderedTime, whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
import { userExample } from './examples.ts';

/** A user as the API shows it. */
export const userRecord = z
  .object({
    id: whole,
    full_name: z.string(),
    email: z.string(),
    active: z.boolean(),
    role: z.enum(USER_ROLES),
    show_quick_tips: z.boolean(),
    mail_ended_jobs: z.boolean(),
    default_preview_recipients: z.array(z.string()),
    terms_and_conditions_version: whole.nullable(),
    default_html_editor: z.enum(HTML_EDITORS),
    permissions: z.object(
      Object.fromEntries(Object.entries(PERMISSIONS).map(([kind, allowed]) => [kind, z.array(z.enum(allowed))])),
    ),
    password_failure_lockout: z.object({ is_locked_out: z.boolean(), expires_at: renderedTime.nullable() }),
  })
  .meta({ id: 'User', examples: [userExample] });

/** An agreement of a user to the terms and conditions as the API shows it. */
export const termsAgreementRecord = z
  .object({ version: whole, agreed_at: renderedTime })
  .meta({ id: 'TermsAgreement', examples: [{ version: 2, agreed_at: '2026-11-28T09:00:00+01:00' }] });

type Permissions = Rendered<typeof userRecord>['permissions'];

/** A user as the API shows it, times in the zone. */
export function renderUser(user: User, timeZone: string): Rendered<typeof userRecord> {
  const permissions = Object.keys(PERMISSIONS).map((kind) => [kind, user.permissions[kind] ?? []] as const);
  return {
    id: user.id,
    full_name: user.fullName,
    email: user.email,
    active: user.active,
    role: user.role,
    show_quick_tips: user.showQuickTips,
    mail_ended_jobs: user.mailEndedJobs,
    default_preview_recipients: user.defaultPreviewRecipients,
    terms_and_conditions_version: user.termsAndConditionsVersion,
    default_html_editor: user.defaultHtmlEditor,
    permissions: Object.fromEntries(permissions) as Permissions,
    password_failure_lockout: {
      is_locked_out: user.lockedOutUntil !== null,
      expires_at: renderOptionalTime(user.lockedOutUntil, timeZone),
    },
  };
}
