import type { SendingId, SendingKind } from '../../engine/db/lists/sending-references.ts';
import type { ListLookups } from '../../engine/lists/mailing-lists.ts';
import { InvalidRequest } from '../../engine/platform/errors.ts';
import type { Attributes } from '../http/attributes.ts';
import { emailAddress, headerLine, wholeNumber } from '../http/values.ts';

const line = headerLine.trim();

/** Schemas of the id and the name of each kind; both may also be blank, and a name that is unknown is registered. */
export const SENDING_INPUT = {
  virtual_mta: { id: wholeNumber(0).nullish(), name: line.nullish() },
  url_domain: { id: wholeNumber(1).nullish(), name: line.nullish() },
  bounce_email: { id: headerLine.nullish(), name: emailAddress.nullish() },
};

/** Reference to a means of sending: an id that is known, or a name, which is registered when it is unknown. */
export type SendingReference<Current> = { readonly id: SendingId | Current | null } | { readonly name: string };

/**
 * Reads what mail is sent through. The id is `current` when neither id nor name is sent, and null when what is sent is blank.
 * @throws InvalidRequest when the name is not that of the id.
 */
export async function readSendingReference<Current extends SendingId | null>(
  attributes: Attributes,
  kind: SendingKind,
  called: { id: string; name: string },
  current: Current,
  { findSendingName }: Pick<ListLookups, 'findSendingName'>,
): Promise<SendingReference<Current>> {
  if (!attributes.has(called.id) && !attributes.has(called.name)) return { id: current };
  const id = isBlank(attributes.raw(called.id)) ? null : (attributes.find(called.id) as SendingId | null);
  const name = isBlank(attributes.raw(called.name)) ? null : (attributes.find(called.name) as string | null);
  if (id === null) return name === null ? { id: null } : { name };

  const known = await findSendingName(kind, id);
  if (known === null) attributes.refuse(called.id, `is not a known ${WORDS[kind]}`);
  else if (name !== null && name.toLowerCase() !== known.toLowerCase()) {
    throw new InvalidRequest(`${called.id} and ${called.name} must not be sent together unless they mean the same`);
  }
  return { id };
}

const WORDS: Readonly<Record<SendingKind, string>> = {
  virtual_mta: 'virtual MTA',
  url_domain: 'URL domain',
  bounce_email: 'bounce address',
};

function isBlank(value: unknown): boolean {
  return (typeof value === 'string' ? value.trim() : (value ?? '')) === '';
}
