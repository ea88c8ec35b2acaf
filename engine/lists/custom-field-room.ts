import { countFieldsWith } from '../db/fields/custom-fields.ts';
import type { CustomFieldAttributes, FieldScope } from '../db/fields/custom-fields.ts';
import type { Database } from '../db/core/slonik.ts';
import { BOUNDS } from '../domain/bounds.ts';
import { ValidationFailed } from '../platform/errors.ts';

/**
 * Requires that the lists a field applies to have no more fields and options than a list may have with it.
 * @throws ValidationFailed
 */
export async function requireRoomForField(
  db: Database,
  scope: FieldScope,
  field: Pick<CustomFieldAttributes, 'options'>,
  replacedId: number | null = null,
): Promise<void> {
  const { fields, options } = await countFieldsWith(db, scope, { options: field.options.length, replacedId });
  const { listFields, listOptions } = BOUNDS;
  if (fields > listFields.max && replacedId === null) {
    throw new ValidationFailed(`a list has at most ${listFields.max} custom fields, global ones counted in`);
  }
  if (options > listOptions.max && field.options.length > 0) {
    throw new ValidationFailed(`the custom fields of a list have at most ${listOptions.max} options together`);
  }
}
