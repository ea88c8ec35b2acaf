import type { FastifyRequest } from 'fastify';
import { findSubscriberExport } from '../../engine/db/exports/subscriber-exports.ts';
import type { SubscriberExport } from '../../engine/db/exports/subscriber-exports.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { idOf } from '../http/parameters.ts';
import { reachOf } from '../http/reach.ts';

/** The export a path names, if the caller reaches it. @throws NotFound */
export async function requireSubscriberExport(
  { caller, db }: FastifyRequest,
  segment: string,
): Promise<SubscriberExport> {
  const found = await findSubscriberExport(db, idOf(segment, 'subscriber export'), reachOf(caller));
  if (found === null) throw new NotFound('subscriber export');
  return found;
}
