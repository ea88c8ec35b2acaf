import type { Caller } from '../../engine/db/accounts/caller.ts';
import { HTML_EDITORS, USER_ROLES } from '../../engine/db/accounts/users.ts';
import type { User, UserAttributes } from '../../engine/db/accounts/users.ts';
import type { Attributes } from '../http/attributes.ts';
import { refusePromotion } from '../http/roles.ts';
import { passwordInput, readPassword } from './password-input.ts';
import { arrayOf, emailAddress, flag, nameText, objectOf, oneOf, wholeNumber, text } from '../http/values.ts';
import { PERMISSIONS } from '../../engine/domain/permissions.ts';

/** The address of a user. */
export const emailInput = objectOf({
  email: emailAddress.describe('Unique among all users of the service.'),
});

const KINDS = Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[];

/** Request attribute of the permissions for each kind. */
const permissionsInput = objectOf(
  Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      arrayOf(text, 100)
        .nullish()
        .describe(`Any of ${PERMISSIONS[kind].join(', ')}.`),
    ]),
  ),
);

/** Request body of a user. */
export const userInput = objectOf({
  full_name: nameText(100),
  ...emailInput.shape,
  active: flag,
  role: oneOf(USER_ROLES),
  show_quick_tips: flag.nullish(),
  mail_ended_jobs: flag
    .nullish()
    .describe('Whether the user gets a mail when a job that the user started ends. Default: true.'),
  default_preview_recipients: arrayOf(emailAddress, 100, 'can have at most 100 addresses').nullish(),
  terms_and_conditions_version: wholeNumber(0).nullish(),
  default_html_editor: oneOf(HTML_EDITORS).nullish(),
  permissions: permissionsInput
    .nullish()
    .describe('Kinds that are not sent keep their permissions, or have the defaults of the role.'),
  ...passwordInput.shape,
});

type UserInput = Attributes<typeof userInput>;

/** The user to update, or the organization of one to create, the caller, and what the rules depend on. */
export interface UserContext {
  current: User | null;
  organizationId: number;
  caller: Caller;
  /** Whether the service has terms and conditions. */
  hasTerms: boolean;
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
  const email = isSent('email') ? await readEmail(attributes.as(emailInput), context) : null;
  const active = isSent('active') ? attributes.demand('active') : null;
  const role = readRole(attributes, context);
  const user = {
    fullName: fullName ?? current?.fullName ?? '',
    email: email ?? current?.email ?? '',
    active: active ?? current?.active ?? false,
    role,
    showQuickTips: attributes.read('show_quick_tips', current?.showQuickTips ?? true),
    mailEndedJobs: attributes.read('mail_ended_jobs', current?.mailEndedJobs ?? true),
    defaultPreviewRecipients: readRecipients(attributes, current),
    termsAndConditionsVersion: readTermsVersion(attributes, context),
    defaultHtmlEditor: attributes.read('default_html_editor', current?.defaultHtmlEditor ?? 'bee'),
    permissions: readPermissions(attributes.within('permissions'), role, current?.permissions ?? null),
  };
  const password = readPassword(attributes.as(passwordInput), { isRequired: current === null });
  if (isOwn(context)) {
    if (password !== null) attributes.refuse('password1', OWN_PASSWORD);
    if (email !== null && email !== current?.email) attributes.refuse('email', OWN_EMAIL);
  }
  attributes.check();
  return { user, password };
}

const OWN_PASSWORD = 'is your own: change it with PUT /session/password, which checks the current one';
const OWN_EMAIL = 'is your own: change it with PUT /session/email, which checks the current password';

/**
 * Whether a user changes the own record: a session that was left open must not be enough for another password, nor for another
 * address, to which a link for another password is mailed.
 */
function isOwn({ caller: { by }, current }: UserContext): boolean {
  return by.type === 'user' && by.id === current?.id;
}

/** Reads an address that no other user may have; null when it is refused. */
export async function readEmail(
  attributes: Attributes<typeof emailInput>,
  { isEmailTaken }: Pick<UserContext, 'isEmailTaken'>,
): Promise<string | null> {
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

function readTermsVersion(attributes: UserInput, { current, hasTerms }: UserContext): number | null {
  const name = 'terms_and_conditions_version';
  const now = current?.termsAndConditionsVersion ?? null;
  if (!attributes.has(name)) return now;
  const version = attributes.find(name);
  if (version !== null && version !== now && !hasTerms) {
    attributes.refuse(name, 'can be set only while the Terms & Conditions feature is enabled');
  }
  return version;
}

type Permissions = Record<string, string[]>;

/** Reads which permissions a user has: all nine kinds, those not sent as they are, or as the role has them at first. */
function readPermissions(
  sent: Attributes<typeof permissionsInput>,
  role: string,
  current: Permissions | null,
): Permissions {
  for (const kind of sent.names()) {
    if (!Object.hasOwn(PERMISSIONS, kind)) sent.refuse(kind, 'is not a kind of permission');
  }
  const entries = KINDS.map((kind) => {
    const allowed: readonly string[] = PERMISSIONS[kind];
    const otherwise = current?.[kind] ?? (role === 'standard' ? [] : [...allowed]);
    const chosen = sent.read(kind, otherwise);
    if (chosen.some((value) => !allowed.includes(value))) sent.refuse(kind, `can hold ${allowed.join(', ')} only`);
    return [kind, allowed.filter((value) => chosen.includes(value))] as const;
  });
  return Object.fromEntries(entries);
}
