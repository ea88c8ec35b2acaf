import type { MailingList } from '../../engine/db/lists/mailing-lists.ts';
import { SYSTEM_ORGANIZATION_ID } from '../../engine/db/accounts/organizations.ts';
import { InvalidRequest } from '../../engine/platform/errors.ts';
import type { Attributes } from '../http/attributes.ts';
import type { MailingListContext } from './context.ts';
import { flag, objectOf, text, wholeNumber } from '../http/values.ts';

const ID = 'database_connection_id';
const NAME = 'database_connection_name';

/** Request attributes of the database that a remote list is a view of: its id or its name. */
export const connectionInput = objectOf({
  is_remote_list: flag.nullish(),
  [ID]: wholeNumber(1).nullish(),
  [NAME]: text.nullish(),
});

/**
 * Reads whether a list to create is remote, which stays as it is, and which database it is a view of.
 * @throws InvalidRequest when both an id and a name are sent.
 */
export async function readConnection(
  attributes: Attributes<typeof connectionInput>,
  { organizationId, current, lookups }: MailingListContext,
): Promise<Pick<MailingList, 'isRemoteList' | 'databaseConnectionId'>> {
  const isRemoteList = attributes.read('is_remote_list', current?.isRemoteList ?? false);
  if (current !== null && isRemoteList !== current.isRemoteList) {
    attributes.refuse('is_remote_list', 'cannot be changed');
  } else if (isRemoteList && organizationId !== SYSTEM_ORGANIZATION_ID) {
    attributes.refuse('is_remote_list', 'can be true on the System Organization only');
  }
  const [given, other] = ([ID, NAME] as const).filter((name) => (attributes.raw(name) ?? null) !== null);
  if (other !== undefined) throw new InvalidRequest(`${ID} and ${NAME} must not be sent together`);

  const now = current?.databaseConnectionId ?? null;
  if (given === undefined) {
    const isTakenAway = current === null || attributes.has(ID) || attributes.has(NAME);
    if (isRemoteList && isTakenAway) attributes.refuse(ID, `or ${NAME} is required for a remote list`);
    return { isRemoteList, databaseConnectionId: now };
  }
  const wanted = given === ID ? attributes.find(ID) : attributes.find(NAME);
  const found = wanted === null ? now : await lookups.findDatabaseConnection(wanted);
  if (!isRemoteList) attributes.refuse(given, 'is for remote lists only');
  else if (wanted !== null && found === null) attributes.refuse(given, 'is not a known connection');
  return { isRemoteList, databaseConnectionId: found };
}
