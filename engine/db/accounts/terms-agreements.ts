import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

const agreement = z.object({ version: z.number(), agreedAt: z.date() });

/** A version of the terms and conditions that a user agreed to. */
export type TermsAgreement = Readonly<z.infer<typeof agreement>>;

/** Records that a user agrees to a version, once. @returns whether there is such a user */
export async function insertTermsAgreement(db: Database, userId: number, version: number): Promise<boolean> {
  // The user is written first, so that a change of the user that is under way ends first.
  const { rowCount } = await db.query(sql.unsafe`
    with agreed as (
      update users set terms_and_conditions_version = greatest(terms_and_conditions_version, ${version})
      where id = ${userId}
      returning id
    ), recorded as (
      insert into terms_agreements (user_id, version) select id, ${version} from agreed
      on conflict do nothing
    )
    select from agreed
  `);
  return rowCount > 0;
}

/** The versions that a user agreed to, the latest first. */
export function listTermsAgreements(db: Database, userId: number): Promise<readonly TermsAgreement[]> {
  return db.any(sql.type(agreement)`
    select version, agreed_at as "agreedAt" from terms_agreements
    where user_id = ${userId}
    order by agreed_at desc, version desc
    limit ${LISTED}
  `);
}

const LISTED = 100;
