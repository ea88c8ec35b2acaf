import type { Caller } from '../db/accounts/caller.ts';
import { insertTermsAgreement } from '../db/accounts/terms-agreements.ts';
import type { Database } from '../db/core/slonik.ts';
import type { TermsSettings } from '../platform/config-terms.ts';
import { ValidationFailed } from '../platform/errors.ts';

/** Whether a caller has to agree before other calls: a user who is no system administrator. @param terms null: there are none */
export function hasToAgree(
  terms: TermsSettings | null,
  { by, role, termsVersion }: Pick<Caller, 'by' | 'role' | 'termsVersion'>,
): boolean {
  if (terms === null || by.type !== 'user' || role === 'system_admin') return false;
  return termsVersion === null || (terms.isRequiredOnUpdates && termsVersion < terms.version);
}

/** Records that a user agrees to the present terms. @throws ValidationFailed where another version was read, or there are none */
export async function agreeToTerms(
  db: Database,
  userId: number,
  terms: TermsSettings | null,
  version: number,
): Promise<void> {
  if (terms === null) throw new ValidationFailed('this service has no terms and conditions');
  if (version !== terms.version) {
    throw new ValidationFailed(
      `version must be ${terms.version}, that of the present terms: read them with GET /session`,
    );
  }
  await insertTermsAgreement(db, userId, version);
}
