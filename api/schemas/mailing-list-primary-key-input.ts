import { listApplicableFields } from '../../engine/db/custom-fields.ts';
import { hasSubscribers } from '../../engine/db/mailing-lists.ts';
import type { MailingList } from '../../engine/db/mailing-lists.ts';
import { hasUnfinishedImports } from '../../engine/db/subscriber-imports.ts';
import type { Database } from '../../engine/db/slonik.ts';
import { hasWebForms } from '../../engine/db/web-forms.ts';
import type { CustomField } from '../../engine/subscribers/custom-field.ts';
import type { Attributes } from './attributes.ts';
import { objectOf, wholeNumber } from './values.ts';

const NAME = 'primary_key_custom_field_id';

/** What can be sent of the field that tells subscribers apart. */
export const primaryKeyInput = objectOf({ [NAME]: wholeNumber(1).nullish() });

/** Reads which field tells subscribers apart instead of the address. Hold the list, so that nobody is added meanwhile. */
export async function readPrimaryKey(
  attributes: Attributes<typeof primaryKeyInput>,
  { db, current }: { db: Database; current: MailingList | null },
): Promise<number | null> {
  const now = current?.primaryKeyCustomFieldId ?? null;
  if (!attributes.has(NAME)) return now;
  const id = attributes.find(NAME);
  if (id === now) return now;
  if (current === null) attributes.refuse(NAME, 'can be set by an update only');
  else if (await hasSubscribers(db, current.id)) refuseFor('subscribers');
  // What is staged already has the keys of its subscribers.
  else if (await hasUnfinishedImports(db, current.id)) refuseFor('an unfinished import');
  else if (await hasWebForms(db, current.id)) refuseFor('a subscription form');
  else if (id !== null && !(await isKeyField(id, current))) {
    attributes.refuse(NAME, 'must be a required text or number field of the list');
  }
  return id;

  function refuseFor(what: string): void {
    attributes.refuse(NAME, `cannot be changed while the list has ${what}`);
  }

  async function isKeyField(fieldId: number, { id: mailingListId, organizationId }: MailingList): Promise<boolean> {
    const fields = await listApplicableFields(db, { organizationId, mailingListId });
    return fields.some((field) => field.id === fieldId && isKey(field));
  }
}

function isKey({ required, fieldType }: CustomField): boolean {
  return required && ['text', 'number'].includes(fieldType);
}
