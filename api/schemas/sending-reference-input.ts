import type { z } from 'zod';
import { findSendingName, registerSendingName } from '../../engine/db/sending-references.ts';
import type { SendingId, SendingKind } from '../../engine/db/sending-references.ts';
import type { Database } from '../../engine/db/slonik.ts';
import { InvalidRequest } from '../../engine/errors.ts';
import type { Attributes } from './attributes.ts';
import { emailAddress, headerLine, wholeNumber } from './values.ts';

/** Whose references they are, and where they are kept. */
export interface SendingSurroundings {
  db: Database;
  organizationId: number;
}

/**
 * Reads what mail is sent through, from the attribute of its id or that of its name; a name that is unknown is
 * registered. `current` when neither is sent, null when what is sent is blank.
 * @throws InvalidRequest when the name is not that of the id.
 */
export async function readSendingReference<Current extends SendingId | null>(
  sent: Attributes,
  kind: SendingKind,
  called: { id: string; name: string },
  current: Current,
  { db, organizationId }: SendingSurroundings,
): Promise<SendingId | Current | null> {
  if (!sent.has(called.id) && !sent.has(called.name)) return current;
  const id = isGiven(sent, called.id) ? sent.find(called.id, IDS[kind]) : null;
  const name = isGiven(sent, called.name) ? sent.find(called.name, NAMES[kind]) : null;
  if (id === null) return name === null ? null : registerSendingName(db, organizationId, kind, name);

  const known = await findSendingName(db, organizationId, kind, id);
  if (known === null) sent.refuse(called.id, `is not a known ${WORDS[kind]}`);
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
const IDS: Readonly<Record<SendingKind, z.ZodType<SendingId, z.ZodTypeDef, unknown>>> = {
  virtual_mta: wholeNumber(0),
  url_domain: wholeNumber(1),
  bounce_email: headerLine,
};
const trimmedLine = headerLine.transform((name) => name.trim());
const NAMES: Readonly<Record<SendingKind, z.ZodType<string, z.ZodTypeDef, unknown>>> = {
  virtual_mta: trimmedLine,
  url_domain: trimmedLine,
  bounce_email: emailAddress,
};

function isGiven(sent: Attributes, name: string): boolean {
  const value = sent.raw(name) ?? '';
  return typeof value !== 'string' || value.trim() !== '';
}
