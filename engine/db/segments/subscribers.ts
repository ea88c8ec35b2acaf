import { z } from 'zod';
import type { SegmentClause } from '../../values/segment-clause.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { readSegmentContext } from './context.ts';
import { readReferredClauses } from './references.ts';
import { segmentCondition } from './sql.ts';

/** Clauses with the list and the organization that they are read in. */
export interface ClausesOfList {
  readonly organizationId: number;
  readonly mailingListId: number;
  readonly clause: readonly SegmentClause[];
}

/** The condition that fits the subscribers of a segment. @throws InvalidRequest when it has too many clauses */
export async function readSegmentCondition(
  db: Database,
  { organizationId, clause }: Pick<ClausesOfList, 'organizationId' | 'clause'>,
): Promise<ReturnType<typeof segmentCondition>> {
  const referred = await readReferredClauses(db, organizationId, clause);
  return segmentCondition(clause, await readSegmentContext(db, organizationId), referred);
}

/** Counts the subscribers of a list that clauses fit. Its time grows with the list. @throws what readSegmentCondition does */
export async function countSubscribersOf(db: Database, segment: ClausesOfList): Promise<number> {
  const condition = await readSegmentCondition(db, segment);
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from subscribers where mailing_list_id = ${segment.mailingListId} and ${condition}
  `);
}
