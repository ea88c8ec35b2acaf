import type { FastifyRequest } from 'fastify';
import { findColumnRuleSet } from '../../engine/db/imports/column-rule-sets.ts';
import type { ColumnRuleSet } from '../../engine/db/imports/column-rule-sets.ts';
import type { Database } from '../../engine/db/core/slonik.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { idOf } from '../http/parameters.ts';
import { reachOf } from '../http/reach.ts';

/** The set of column rules that a path names, if the caller reaches it. @throws NotFound */
export async function requireColumnRuleSet(
  db: Database,
  { caller, params }: FastifyRequest<{ Params: { id: string } }>,
): Promise<ColumnRuleSet> {
  const found = await findColumnRuleSet(db, idOf(params.id, WHAT), reachOf(caller));
  if (found === null) throw new NotFound(WHAT);
  return found;
}

const WHAT = 'set of column rules';
