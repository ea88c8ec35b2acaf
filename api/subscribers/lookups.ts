import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listApplicableFields } from '../../engine/db/fields/custom-fields.ts';
import { lockSubscribers } from '../../engine/db/subscribers/subscriber-rows.ts';
import type { SubscriberName } from '../../engine/db/subscribers/subscriber-rows.ts';
import type { Subscriber } from '../../engine/db/subscribers/subscribers.ts';
import type { SubscriberWriting } from '../../engine/db/subscribers/write-subscribers.ts';
import { MultipleRecordsFound, NotFound } from '../../engine/platform/errors.ts';
import { timeZoneOf } from '../users/organization-lookups.ts';
import { requireLocalList } from '../mailing-lists/lookups.ts';
import { parseId } from '../http/parameters.ts';
import type { SubscriberPlace } from './input.ts';
import type { SubscriberSurroundings } from './record.ts';

/** The list a path names with its fields. @throws NotFound; InvalidRequest on a remote list. */
export async function requireSurroundings(
  app: FastifyInstance,
  request: FastifyRequest,
  segment: string,
): Promise<SubscriberSurroundings> {
  const list = await requireLocalList(app, request, segment);
  const fields = await listApplicableFields(app.db, { organizationId: list.organizationId, mailingListId: list.id });
  return { list, fields, timeZone: request.caller.timeZone };
}

/** Where a subscriber that is sent belongs, with the time zone of the list's organization. */
export async function placeOf(
  app: FastifyInstance,
  { caller }: FastifyRequest,
  { list, fields }: SubscriberSurroundings,
): Promise<SubscriberPlace> {
  return { list, fields, timeZone: await timeZoneOf(app, caller, list.organizationId) };
}

/** The subscriber that a path segment names: digits are an id, anything else an address. @throws NotFound when it can be neither. */
export function subscriberNameOf(segment: string): SubscriberName {
  if (segment.includes('\0')) throw new NotFound('subscriber');
  const id = parseId(segment);
  return id === null ? { email: segment.trim().toLowerCase() } : { id };
}

/** The one subscriber of that name, held; null when there is none. @throws MultipleRecordsFound */
export async function lockOneSubscriber(
  writing: SubscriberWriting,
  { list }: SubscriberSurroundings,
  name: SubscriberName,
): Promise<Subscriber | null> {
  const hasAlternateKey = list.primaryKeyCustomFieldId !== null;
  const [found = null, another] = await lockSubscribers(writing, name, { hasAlternateKey, limit: 2 });
  if (another !== undefined) throw new MultipleRecordsFound('several subscribers have this email address: use an id');
  return found;
}
