import { findSendingName, registerSendingName } from '../../engine/db/lists/sending-references.ts';
import type { SendingId, SendingKind } from '../../engine/db/lists/sending-references.ts';
import type { Database } from '../../engine/db/core/slonik.ts';
import { InvalidRequest } from '../../engine/platform/errors.ts';
import type { Attributes } from '../http/attributes.ts';
import { emailAddress, headerLine, wholeNumber } from '../http/values.ts';

/** Whose references they are, and where they are kept. */
export interface SendingSurroundings {
  db: Database;
  organizationId: number;
}

const line = headerLine.trim();

/** What an id and a name of each kind can be; both may also be blank, and a name that is unknown is registered. */
export const SENDING_INPUT = {
  virtual_mta: { id: wholeNumber(0).nullish(), name: line.nullish() },
  url_domain: { id: wholeNumber(1).nullish(), name: line.nullish() },
  bounce_email: { id: headerLine.nullish(), name: emailAddress.nullish() },
};

/**
 * Reads what mail is sent through; a name that is unknown is registered. `current` when neither id nor name is sent,
 * null when what is sent is blank.
 * @throws InvalidRequest when the name is not that of the id.
 */
export async function readSendingReference<Current extends SendingId | null>(
  attributes: Attributes,
  kind: SendingKind,
  called: { id: string; name: string },
  current: Current,
  { db, organizationId }: SendingSurroundings,
): Promise<SendingId | Current | null> {
  if (!attributes.has(called.id) && !attributes.has(called.name)) return current;
  const id = isBlank(attributes.raw(called.id)) ? null : (attributes.find(called.id) as SendingId | null);
  const name = isBlank(attributes.raw(called.name)) ? null : (attributes.find(called.name) as string | null);
  if (id === null) return name === null ? null : registerSendingName(db, organizationId, kind, name);

  const known = await findSendingName(db, organizationId, kind, id);
  if (known === null) attributes.refuse(called.id, `is not a known ${WORDS[kind]}`);
  else if (name !== null && name.toLowerCase() !== known.toLowerCase()) {
    throw new InvalidRequest(`${called.id} and ${called.name} must not be sent together unless they mean the same`);
  }
  return id;
}

const WORDS: Readonly<Record<SendingKind, string>> = {
  virtual_mta: 'virtual MTA',
  url_domain: 'URL domain',
  bounce_email: 'bounce address',
};

function isBlank(value: unknown): boolean {
  return (typeof value === 'string' ? value.trim() : (value ?? '')) === '';
}
