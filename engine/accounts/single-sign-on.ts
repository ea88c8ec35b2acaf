import { UniqueIntegrityConstraintViolationError } from 'slonik';
import { holdProviderUser, isActiveOrganization } from '../db/accounts/provider-users.ts';
import { insertUser, isUserEmailTaken } from '../db/accounts/users.ts';
import type { Database } from '../db/core/slonik.ts';
import type { OidcSettings } from '../platform/config-oidc.ts';
import { createCode } from '../platform/random-code.ts';
import { newUser } from './new-user.ts';
import { beginSession } from './sign-in.ts';
import type { BegunSession } from './sign-in.ts';

/** A verified address of the provider, and the name that goes with it. */
export interface ProviderAccount {
  readonly email: string;
  readonly fullName: string;
  /** The name that the browser gives itself. */
  readonly userAgent: string | null;
}

/** Reason for which an account of the provider does not sign in. */
export type SignOnRefusal = 'unknown' | 'inactive' | 'locked_out';

/** Result of a sign-on. */
export type SignOn =
  | { readonly begun: BegunSession; readonly isCreated: boolean }
  | { readonly begun: null; readonly refusal: SignOnRefusal; readonly userId: number | null };

type Rule = Pick<OidcSettings, 'organizationId' | 'createRole'>;

/**
 * Begins a session of the user with a verified address, who is created where the rule says so and no user of the service has the address.
 */
export async function signOn(
  db: Database,
  account: ProviderAccount,
  { rule, hashPassword }: { readonly rule: Rule; readonly hashPassword: (password: string) => Promise<string> },
): Promise<SignOn> {
  const found = await signOnKnown(db, account, rule);
  if (found.begun !== null || found.refusal !== 'unknown') return found;
  if (!(await createMissing(db, account, rule, hashPassword))) return found;
  const created = await signOnKnown(db, account, rule);
  return created.begun === null ? created : { ...created, isCreated: true };
}

/** The user is held until the session is there: a change that ends the sessions of the user ends this one, too. */
function signOnKnown(db: Database, { email, userAgent }: ProviderAccount, rule: Rule): Promise<SignOn> {
  return db.transaction(async (transaction): Promise<SignOn> => {
    const user = await holdProviderUser(transaction, email, rule.organizationId);
    if (user === null) return { begun: null, refusal: 'unknown', userId: null };
    const { userId } = user;
    if (!user.isActive) return { begun: null, refusal: 'inactive', userId };
    if (user.isLockedOut) return { begun: null, refusal: 'locked_out', userId };
    const begun = await beginSession(transaction, { userId, passwordHash: null }, userAgent);
    return begun === null ? { begun: null, refusal: 'inactive', userId } : { begun, isCreated: false };
  });
}

/** Creates the user with a password that is not kept. @returns whether there is one now */
async function createMissing(
  db: Database,
  { email, fullName }: ProviderAccount,
  { organizationId, createRole: role }: Rule,
  hashPassword: (password: string) => Promise<string>,
): Promise<boolean> {
  if (role === null || organizationId === null) return false;
  if (!(await isActiveOrganization(db, organizationId)) || (await isUserEmailTaken(db, email, null))) return false;
  const passwordHash = await hashPassword(createCode());
  try {
    await insertUser(db, organizationId, newUser({ email, fullName, role }), passwordHash);
  } catch (error) {
    // A concurrent sign-on of the same account was first.
    if (!(error instanceof UniqueIntegrityConstraintViolationError)) throw error;
  }
  return true;
}
