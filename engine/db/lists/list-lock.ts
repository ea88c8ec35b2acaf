import type { PoolClient, QueryResult } from 'pg';
import { queryAll } from '../core/query-all.ts';
import { LOCK_SPACES } from '../core/advisory-locks.ts';

/**
 * The advisory lock in front of a mailing list's row: writers of subscribers take it shared before they hold the row for
 * share, a change or deletion of the list takes it exclusively before it locks the row. Postgres lets locks for share
 * overtake one that waits for the row alone, so the overlapping merges of an import would delay a deletion until its end;
 * advisory locks are granted in the order of the requests.
 *
 * The pair of numbers for `pg_advisory_xact_lock(integer, integer)`; lists that share one merely wait for each other.
 */
export function listLock(mailingListId: number): [space: number, list: number] {
  return [LOCK_SPACES.mailingList, mailingListId % MAX_INTEGER];
}

const MAX_INTEGER = 2 ** 31 - 1;

/** A list whose row is held for share. */
export interface HeldList {
  /** False when it is deleted. */
  readonly exists: boolean;
  readonly primaryKeyCustomFieldId: number | null;
}

/** Holds a list for a write of its subscribers: it cannot be changed or deleted until the transaction ends. */
export async function holdList(client: PoolClient, mailingListId: number): Promise<HeldList> {
  return readHeldList(await queryAll(client, holdListStatements(mailingListId)));
}

/** Takes a list for a write of its subscribers that no other one may overlap: none of them is seen half-done, or writes in between. */
export async function takeList(client: PoolClient, mailingListId: number): Promise<HeldList> {
  const [space, list] = listLock(mailingListId);
  return readHeldList(
    await queryAll(
      client,
      `select pg_advisory_xact_lock(${space}, ${list});
       select deleted_at, primary_key_custom_field_id from mailing_lists where id = ${mailingListId} for share`,
    ),
  );
}

/**
 * Returns the statements that hold a list, as one message to Postgres. The row is read by a statement of its own, as it is once
 * the lock is there.
 */
export function holdListStatements(mailingListId: number): string {
  const [space, list] = listLock(mailingListId);
  return `select pg_advisory_xact_lock_shared(${space}, ${list});
          select deleted_at, primary_key_custom_field_id from mailing_lists where id = ${mailingListId} for share`;
}

/** The list that is held, by the answers to a message that ends with those statements. */
export function readHeldList(answers: readonly QueryResult[]): HeldList {
  const [list] = (answers.at(-1)?.rows ?? []) as {
    deleted_at: Date | null;
    primary_key_custom_field_id: number | null;
  }[];
  return { exists: list?.deleted_at === null, primaryKeyCustomFieldId: list?.primary_key_custom_field_id ?? null };
}
