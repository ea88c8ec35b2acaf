import type { Caller } from '../../engine/db/accounts/caller.ts';
import { HTML_EDITORS, USER_ROLES } from '../../engine/db/accounts/users.ts';
import type { User, UserAttributes } from '../../engine/db/accounts/users.ts';
import type { Attributes } from '../http/attributes.ts';
import { refusePromotion } from '../http/roles.ts';
import { passwordInput, readPassword } from './password-input.ts';
import { permissionsInput, readPermissions } from './permissions.ts';
import { arrayOf, emailAddress, flag, nameText, objectOf, oneOf, wholeNumber } from '../http/values.ts';

/** Request body of a user. */
export const userInput = objectOf({
  full_name: nameText(100),
  email: emailAddress.describe('Of one user only, in the whole service.'),
  active: flag,
  role: oneOf(USER_ROLES),
  show_quick_tips: flag.nullish(),
  default_preview_recipients: arrayOf(emailAddress, 100, 'can have at most 100 addresses').nullish(),
  terms_and_conditions_version: wholeNumber(0).nullish(),
  default_html_editor: oneOf(HTML_EDITORS).nullish(),
  permissions: permissionsInput.nullish().describe('Kinds that are not sent stay, or are as the role has them.'),
  ...passwordInput.shape,
});

type UserInput = Attributes<typeof userInput>;

/** The user to update, or the organization of one to create, who asks for it, and what the rules depend on. */
export interface UserContext {
  current: User | null;
  organizationId: number;
  caller: Caller;
  /** Whether the Terms & Conditions feature is enabled. */
  termsAndConditions: boolean;
  isEmailTaken: (email: string) => Promise<boolean>;
}

/** Error message for an address that another user has. */
export const EMAIL_TAKEN = 'email has already been taken';

/**
 * Reads a user to create or update; what is not sent keeps its value or has its default. The password is null where an
 * update leaves it alone.
 * @throws ValidationFailed
 */
export async function readUser(
  attributes: UserInput,
  context: UserContext,
): Promise<{ user: UserAttributes; password: string | null }> {
  const { current } = context;
  const isSent = (name: 'full_name' | 'email' | 'active') => current === null || attributes.has(name);
  const fullName = isSent('full_name') ? attributes.demand('full_name') : null;
  const email = isSent('email') ? await readEmail(attributes, context) : null;
  const active = isSent('active') ? attributes.demand('active') : null;
  const role = readRole(attributes, context);
  const user = {
    fullName: fullName ?? current?.fullName ?? '',
    email: email ?? current?.email ?? '',
    active: active ?? current?.active ?? false,
    role,
    showQuickTips: attributes.read('show_quick_tips', current?.showQuickTips ?? true),
    defaultPreviewRecipients: readRecipients(attributes, current),
    termsAndConditionsVersion: readTermsVersion(attributes, context),
    defaultHtmlEditor: attributes.read('default_html_editor', current?.defaultHtmlEditor ?? 'bee'),
    permissions: readPermissions(attributes.within('permissions'), role, current?.permissions ?? null),
  };
  const password = readPassword(attributes.as(passwordInput), { isRequired: current === null });
  attributes.check();
  return { user, password };
}

async function readEmail(attributes: UserInput, { isEmailTaken }: UserContext): Promise<string | null> {
  const email = attributes.demand('email');
  if (email === null) return null;
  if (/[^\0-\x7f]/.test(email)) attributes.refuse('email', 'cannot have an internationalized domain name');
  else if (await isEmailTaken(email)) attributes.refuseAs(EMAIL_TAKEN);
  return email;
}

function readRole(attributes: UserInput, context: UserContext): User['role'] {
  const { current } = context;
  if (current !== null && !attributes.has('role')) return current.role;
  const role = attributes.demand('role');
  if (role === null) return current?.role ?? 'standard';
  if (role !== current?.role) refusePromotion(attributes, role, context);
  return role;
}

function readRecipients(attributes: UserInput, current: User | null): string[] {
  const name = 'default_preview_recipients';
  if (!attributes.has(name)) return current?.defaultPreviewRecipients ?? [];
  return attributes.read(name, []);
}

function readTermsVersion(attributes: UserInput, { current, termsAndConditions }: UserContext): number | null {
  const name = 'terms_and_conditions_version';
  const now = current?.termsAndConditionsVersion ?? null;
  if (!attributes.has(name)) return now;
  const version = attributes.find(name);
  if (version !== null && version !== now && !termsAndConditions) {
    attributes.refuse(name, 'can be set only while the Terms & Conditions feature is enabled');
  }
  return version;
}
