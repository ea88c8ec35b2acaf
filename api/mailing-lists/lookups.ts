import type { FastifyRequest } from 'fastify';
import { findListHead } from '../../engine/db/lists/mailing-lists.ts';
import type { ListHead } from '../../engine/db/lists/mailing-lists.ts';
import { findSubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import { InvalidRequest, NotFound } from '../../engine/platform/errors.ts';
import { idOf } from '../http/parameters.ts';
import { reachOf } from '../http/reach.ts';

/** The list a path names, if the caller reaches it. @throws NotFound */
export async function requireMailingList({ caller, db }: FastifyRequest, segment: string): Promise<ListHead> {
  const list = await findListHead(db, idOf(segment, 'mailing list'), reachOf(caller));
  if (list === null) throw new NotFound('mailing list');
  return list;
}

/** The same for what only lists with subscribers of their own have. @throws NotFound; InvalidRequest on a remote list. */
export async function requireLocalList(request: FastifyRequest, segment: string): Promise<ListHead> {
  const list = await requireMailingList(request, segment);
  refuseRemoteList(list);
  return list;
}

/** @throws InvalidRequest when what is asked for belongs to a remote list, which has no subscribers of its own. */
export function refuseRemoteList({ isRemoteList }: Pick<ListHead, 'isRemoteList'>): void {
  if (isRemoteList) throw new InvalidRequest('this is not available on a remote list');
}

/** The import a path names, if the caller reaches it. @throws NotFound */
export async function requireSubscriberImport(
  { caller, pool }: FastifyRequest,
  segment: string,
): Promise<SubscriberImport> {
  const found = await findSubscriberImport(pool, idOf(segment, 'subscriber import'), reachOf(caller));
  if (found === null) throw new NotFound('subscriber import');
  return found;
}
