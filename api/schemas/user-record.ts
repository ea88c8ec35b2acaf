import type { User } from '../../engine/db/users.ts';
import { renderOptionalTime } from './times.ts';
import { PERMISSIONS } from './user-permissions.ts';

/** A user as the API shows it, times in the zone. */
export function renderUser(user: User, timeZone: string): Record<string, unknown> {
  const permissions = Object.keys(PERMISSIONS).map((kind) => [kind, user.permissions[kind] ?? []] as const);
  return {
    id: user.id,
    full_name: user.fullName,
    email: user.email,
    active: user.active,
    role: user.role,
    show_quick_tips: user.showQuickTips,
    default_preview_recipients: user.defaultPreviewRecipients,
    terms_and_conditions_version: user.termsAndConditionsVersion,
    default_html_editor: user.defaultHtmlEditor,
    permissions: Object.fromEntries(permissions),
    password_failure_lockout: {
      is_locked_out: user.lockedOutUntil !== null,
      expires_at: renderOptionalTime(user.lockedOutUntil, timeZone),
    },
  };
}
