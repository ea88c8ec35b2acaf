import type { FastifyRequest } from 'fastify';
import { listApplicableFields } from '../../engine/db/fields/custom-fields.ts';
import type { ListHead } from '../../engine/db/lists/mailing-lists.ts';
import type { SubscriberName } from '../../engine/db/subscribers/subscriber-rows.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { emailKey } from '../../engine/values/subscriber-key.ts';
import { timeZoneOf } from '../users/organization-lookups.ts';
import { requireLocalList } from '../mailing-lists/lookups.ts';
import { parseId } from '../http/parameters.ts';
import type { SubscriberPlace } from './input.ts';
import type { SubscriberContext } from './record.ts';

/** The list a path names with its fields. @throws NotFound; InvalidRequest on a remote list. */
export async function requireContext(request: FastifyRequest, segment: string): Promise<SubscriberContext> {
  return contextOf(request, await requireLocalList(request, segment));
}

/** A list with its fields, and the time zone of the caller. */
export async function contextOf({ caller, db }: FastifyRequest, list: ListHead): Promise<SubscriberContext> {
  const fields = await listApplicableFields(db, { organizationId: list.organizationId, mailingListId: list.id });
  return { list, fields, timeZone: caller.timeZone };
}

/** Returns the list and fields of a subscriber that is sent, with the time zone of the list's organization. */
export async function placeOf(request: FastifyRequest, { list, fields }: SubscriberContext): Promise<SubscriberPlace> {
  return { list, fields, timeZone: await timeZoneOf(request, list.organizationId) };
}

/** The subscriber that a path segment names: digits are an id, anything else an address. @throws NotFound when it can be neither. */
export function subscriberNameOf(segment: string): SubscriberName {
  if (segment.includes('\0')) throw new NotFound('subscriber');
  const id = parseId(segment);
  return id === null ? { email: emailKey(segment.trim()) } : { id };
}
