import type { CustomField } from '../../engine/values/custom-field.ts';
import type { Attributes } from '../http/attributes.ts';
import type { MailingListContext } from './context.ts';
import { objectOf, wholeNumber } from '../http/values.ts';

const NAME = 'primary_key_custom_field_id';

/** Request attribute of the field that is the key of subscribers. */
export const primaryKeyInput = objectOf({ [NAME]: wholeNumber(1).nullish() });

/** Reads the field that is the key of subscribers instead of the address. */
export async function readPrimaryKey(
  attributes: Attributes<typeof primaryKeyInput>,
  { current, lookups }: Pick<MailingListContext, 'current' | 'lookups'>,
): Promise<number | null> {
  const now = current?.primaryKeyCustomFieldId ?? null;
  if (!attributes.has(NAME)) return now;
  const id = attributes.find(NAME);
  if (id === now) return now;
  const obstacle = await lookups.primaryKeyObstacle();
  if (obstacle !== null) attributes.refuse(NAME, `cannot be changed while the list has ${obstacle}`);
  else if (id !== null && !(await isKeyField(id))) {
    const owner = current === null ? 'global field' : 'field of the list';
    attributes.refuse(NAME, `must be a required text or number ${owner}`);
  }
  return id;

  async function isKeyField(fieldId: number): Promise<boolean> {
    const fields = await lookups.applicableFields();
    return fields.some((field) => field.id === fieldId && isKey(field));
  }
}

function isKey({ required, fieldType }: CustomField): boolean {
  return required && ['text', 'number'].includes(fieldType);
}
