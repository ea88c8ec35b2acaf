import { listApplicableFields } from '../../engine/db/fields/custom-fields.ts';
import { hasSubscribers } from '../../engine/db/lists/mailing-lists.ts';
import type { MailingList } from '../../engine/db/lists/mailing-lists.ts';
import { hasUnfinishedImports } from '../../engine/db/imports/subscriber-imports.ts';
import type { Database } from '../../engine/db/core/slonik.ts';
import { hasWebForms } from '../../engine/db/lists/web-forms.ts';
import type { CustomField } from '../../engine/values/custom-field.ts';
import type { Attributes } from '../http/attributes.ts';
import { objectOf, wholeNumber } from '../http/values.ts';

const NAME = 'primary_key_custom_field_id';

/** What can be sent of the field that tells subscribers apart. */
export const primaryKeyInput = objectOf({ [NAME]: wholeNumber(1).nullish() });

/** Reads which field tells subscribers apart instead of the address. Lock the list first, so that no subscriber is added while this runs. */
export async function readPrimaryKey(
  attributes: Attributes<typeof primaryKeyInput>,
  { db, organizationId, current }: { db: Database; organizationId: number; current: MailingList | null },
): Promise<number | null> {
  const now = current?.primaryKeyCustomFieldId ?? null;
  if (!attributes.has(NAME)) return now;
  const id = attributes.find(NAME);
  if (id === now) return now;
  const obstacle = current === null ? null : await obstacleOf(db, current.id);
  if (obstacle !== null) attributes.refuse(NAME, `cannot be changed while the list has ${obstacle}`);
  else if (id !== null && !(await isKeyField(id))) {
    const owner = current === null ? 'global field' : 'field of the list';
    attributes.refuse(NAME, `must be a required text or number ${owner}`);
  }
  return id;

  async function isKeyField(fieldId: number): Promise<boolean> {
    const fields = await listApplicableFields(db, { organizationId, mailingListId: current?.id ?? null });
    return fields.some((field) => field.id === fieldId && isKey(field));
  }
}

/** What keeps the primary key of a list from being changed; null when nothing does. */
async function obstacleOf(db: Database, listId: number): Promise<string | null> {
  if (await hasSubscribers(db, listId)) return 'subscribers';
  // What is staged already has the keys of its subscribers.
  if (await hasUnfinishedImports(db, listId)) return 'an unfinished import';
  return (await hasWebForms(db, listId)) ? 'a subscription form' : null;
}

function isKey({ required, fieldType }: CustomField): boolean {
  return required && ['text', 'number'].includes(fieldType);
}
