import { randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { hashCode } from '../../platform/random-code.ts';
import { sql, timestamp } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** Scope of a code: one list, and keys of the organization that requested it. */
export interface CodePurpose {
  readonly mailingListId: number;
  readonly organizationId: number;
}

/** A code as it is shown, once; the database keeps its hash. */
export interface DeletionCode {
  readonly code: string;
  readonly expiresAt: Date;
}

/** Makes one more valid code, `<40 hex>:<unix seconds of expiry>`, and forgets those that have expired. */
export async function createDeletionCode(
  db: Database,
  { mailingListId, organizationId }: CodePurpose,
  validityMs: number,
): Promise<DeletionCode> {
  await forgetExpiredCodes(db);
  const expiresAt = await db.oneFirst(sql.type(z.object({ expires_at: z.date() }))`
    select to_timestamp(ceil(extract(epoch from now()) + ${validityMs} / 1000.0)) as expires_at
  `);
  const code = `${randomBytes(20).toString('hex')}:${expiresAt.getTime() / 1000}`;
  await db.query(sql.unsafe`
    insert into list_deletion_codes (mailing_list_id, organization_id, code_hash, expires_at)
    values (${mailingListId}, ${organizationId}, ${sql.binary(hashCode(code))}, ${timestamp(expiresAt)})
  `);
  return { code, expiresAt };
}

/** The id of the valid code that has this text; null when there is none. Takes as long whatever the text is. */
export async function findDeletionCode(
  db: Database,
  { mailingListId, organizationId }: CodePurpose,
  code: string,
): Promise<number | null> {
  const valid = await db.any(sql.type(z.object({ id: z.number(), hash: z.instanceof(Buffer) }))`
    select id, code_hash as hash
    from list_deletion_codes
    where mailing_list_id = ${mailingListId} and organization_id = ${organizationId} and expires_at > now()
  `);
  const hash = hashCode(code);
  const equal = valid.filter((candidate) => timingSafeEqual(candidate.hash, hash));
  return equal[0]?.id ?? null;
}

/** Uses a code up. Answers false when it has been used or has expired. */
export async function useDeletionCode(db: Database, id: number): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    delete from list_deletion_codes where id = ${id} and expires_at > now()
  `);
  return rowCount === 1;
}

/** Concurrent calls skip each other's rows. */
async function forgetExpiredCodes(db: Database): Promise<void> {
  await db.query(sql.unsafe`
    delete from list_deletion_codes
    where id in (select id from list_deletion_codes where expires_at <= now() for update skip locked)
  `);
}
