import type { Database } from '../db/core/slonik.ts';
import { isPrimaryKey, listFieldDependencies } from '../db/fields/custom-field-uses.ts';
import {
  insertCustomField,
  isFieldNameTaken,
  promoteCustomField as makeGlobal,
  updateCustomField,
  countFieldsWith,
} from '../db/fields/custom-fields.ts';
import type { CustomField, CustomFieldAttributes, FieldScope } from '../db/fields/custom-fields.ts';
import { deleteCustomField } from '../db/fields/deleted-custom-fields.ts';
import { ValidationFailed } from '../platform/errors.ts';
import { inOrganization } from './in-organization.ts';
import { BOUNDS } from '../domain/bounds.ts';

/** Whether another field has the name; of a list's field also a global one. */
export type IsFieldNameTaken = (name: string) => Promise<boolean>;

/** Finds the field to write. @throws NotFound */
export type FindField = (db: Database) => Promise<CustomField>;

/** Adds a field to a list, or a global one. @throws what `read` does; ValidationFailed for too many fields or options */
export function createCustomField(
  db: Database,
  scope: FieldScope,
  read: (isNameTaken: IsFieldNameTaken) => Promise<CustomFieldAttributes>,
): Promise<CustomField> {
  // A list's name must be free among the global fields as well, which no index can enforce.
  return inOrganization(db, scope.organizationId, async (transaction) => {
    const field = await read((name) => isFieldNameTaken(transaction, scope, name));
    await requireRoomForField(transaction, scope, field);
    return insertCustomField(transaction, scope, field);
  });
}

/** Changes a field. @throws what `find` and `read` do; ValidationFailed for too many options, or an optional primary key */
export async function changeCustomField(
  db: Database,
  find: FindField,
  read: (current: CustomField, isNameTaken: IsFieldNameTaken) => Promise<CustomFieldAttributes>,
): Promise<CustomField> {
  const { organizationId } = await find(db);
  return inOrganization(db, organizationId, async (transaction) => {
    const current = await find(transaction);
    const field = await read(current, (name) => isFieldNameTaken(transaction, current, name, current.id));
    if (!field.required && (await isPrimaryKey(transaction, current.id))) {
      throw new ValidationFailed('required must be true for the primary key of a mailing list');
    }
    if (field.options.length > current.options.length) {
      await requireRoomForField(transaction, current, field, current.id);
    }
    return updateCustomField(transaction, current.id, field);
  });
}

/** Makes a list's field global. @throws what `find` does; ValidationFailed for a global field, a taken name or too many fields */
export async function promoteCustomField(db: Database, find: FindField): Promise<CustomField> {
  const { organizationId } = await find(db);
  return inOrganization(db, organizationId, async (transaction) => {
    const field = await find(transaction);
    if (field.mailingListId === null) throw new ValidationFailed('the custom field is already global');
    const everywhere = { organizationId, mailingListId: null };
    if (await isFieldNameTaken(transaction, everywhere, field.name, field.id)) {
      throw new ValidationFailed('name has already been taken');
    }
    await requireRoomForField(transaction, everywhere, field);
    return makeGlobal(transaction, field.id);
  });
}

/** Marks a field deleted. @throws what `find` does; ValidationFailed, with the dependencies, while other records use it */
export async function removeCustomField(db: Database, find: FindField): Promise<void> {
  const { organizationId } = await find(db);
  await inOrganization(db, organizationId, async (transaction) => {
    const field = await find(transaction);
    const dependencies = await listFieldDependencies(transaction, field);
    if (dependencies.length > 0) {
      throw new ValidationFailed('the custom field is used by other records', { data: { dependencies } });
    }
    await deleteCustomField(transaction, field.id);
  });
}

/**
 * Requires that the lists a field applies to have no more fields and options than a list may have with it.
 * @throws ValidationFailed
 */
async function requireRoomForField(
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
