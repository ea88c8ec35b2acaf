import type { FastifyRequest } from 'fastify';
import { findCustomField } from '../../engine/db/fields/custom-fields.ts';
import type { FindField } from '../../engine/lists/custom-fields.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { requireMailingList } from '../mailing-lists/lookups.ts';
import { idOf } from '../http/parameters.ts';
import { reachOf } from '../http/reach.ts';

/** Returns the lookup of the global custom field in a path. It throws NotFound for the field of a list. */
export function globalFieldOf({ caller, params }: FastifyRequest<{ Params: { id: string } }>): FindField {
  return async (db) => {
    const field = await findCustomField(db, idOf(params.id, 'custom field'), reachOf(caller));
    if (field?.mailingListId !== null) throw new NotFound('custom field');
    return field;
  };
}

/** Returns the lookup of a list's custom field in a path. @throws NotFound when there is no such list */
export async function listFieldOf(
  request: FastifyRequest<{ Params: { id: string; field: string } }>,
): Promise<FindField> {
  const list = await requireMailingList(request, request.params.id);
  const id = idOf(request.params.field, 'custom field');
  return async (db) => {
    const field = await findCustomField(db, id, list.organizationId);
    if (field?.mailingListId !== list.id) throw new NotFound('custom field');
    return field;
  };
}
