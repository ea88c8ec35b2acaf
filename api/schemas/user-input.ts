import type { Caller } from '../../engine/db/api-keys.ts';
import { HTML_EDITORS, USER_ROLES } from '../../engine/db/users.ts';
import type { User, UserAttributes } from '../../engine/db/users.ts';
import type { Attributes } from './attributes.ts';
import { refusePromotion } from './roles.ts';
import { readPassword } from './user-password-input.ts';
import { readPermissions } from './user-permissions.ts';
import { arrayOf, emailAddress, flag, nameText, oneOf, wholeNumber } from './values.ts';

/** The user to update, or the organization of one to create, who asks for it, and what the rules depend on. */
export interface UserSurroundings {
  current: User | null;
  organizationId: number;
  caller: Caller;
  /** Whether the Terms & Conditions feature is enabled. */
  termsAndConditions: boolean;
  isEmailTaken: (email: string) => Promise<boolean>;
}

/** What is said of an address that another user has. */
export const EMAIL_TAKEN = 'email has already been taken';

/**
 * Reads a user to create or update; what is not sent keeps its value or has its default. The password is null where an
 * update leaves it alone.
 * @throws ValidationFailed
 */
export async function readUser(
  attributes: Attributes,
  surroundings: UserSurroundings,
): Promise<{ user: UserAttributes; password: string | null }> {
  const { current } = surroundings;
  const isSent = (name: string) => current === null || attributes.has(name);
  const fullName = isSent('full_name') ? attributes.demand('full_name', nameText(100)) : null;
  const email = isSent('email') ? await readEmail(attributes, surroundings) : null;
  const active = isSent('active') ? attributes.demand('active', flag) : null;
  const role = readRole(attributes, surroundings);
  const user = {
    fullName: fullName ?? current?.fullName ?? '',
    email: email ?? current?.email ?? '',
    active: active ?? current?.active ?? false,
    role,
    showQuickTips: attributes.read('show_quick_tips', flag, current?.showQuickTips ?? true),
    defaultPreviewRecipients: readRecipients(attributes, current),
    termsAndConditionsVersion: readTermsVersion(attributes, surroundings),
    defaultHtmlEditor: attributes.read('default_html_editor', oneOf(HTML_EDITORS), current?.defaultHtmlEditor ?? 'bee'),
    permissions: readPermissions(attributes, role, current?.permissions ?? null),
  };
  const password = readPassword(attributes, { isRequired: current === null });
  attributes.check();
  return { user, password };
}

async function readEmail(attributes: Attributes, { isEmailTaken }: UserSurroundings): Promise<string | null> {
  const email = attributes.demand('email', emailAddress);
  if (email === null) return null;
  if (/[^\0-\x7f]/.test(email)) attributes.refuse('email', 'cannot have an internationalized domain name');
  else if (await isEmailTaken(email)) attributes.refuseAs(EMAIL_TAKEN);
  return email;
}

function readRole(attributes: Attributes, surroundings: UserSurroundings): User['role'] {
  const { current } = surroundings;
  if (current !== null && !attributes.has('role')) return current.role;
  const role = attributes.demand('role', oneOf(USER_ROLES));
  if (role === null) return current?.role ?? 'standard';
  if (role !== current?.role) refusePromotion(attributes, role, surroundings);
  return role;
}

function readRecipients(attributes: Attributes, current: User | null): string[] {
  const name = 'default_preview_recipients';
  if (!attributes.has(name)) return current?.defaultPreviewRecipients ?? [];
  const recipients = arrayOf(emailAddress).max(100, 'can have at most 100 addresses');
  return attributes.read(name, recipients, []);
}

function readTermsVersion(attributes: Attributes, { current, termsAndConditions }: UserSurroundings): number | null {
  const name = 'terms_and_conditions_version';
  const now = current?.termsAndConditionsVersion ?? null;
  if (!attributes.has(name)) return now;
  const version = attributes.find(name, wholeNumber(0).nullable());
  if (version !== null && version !== now && !termsAndConditions) {
    attributes.refuse(name, 'can be set only while the Terms & Conditions feature is enabled');
  }
  return version;
}
