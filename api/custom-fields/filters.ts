import { queryChoice, queryText } from '../http/query.ts';
import { objectOf } from '../http/values.ts';

/** The query of a list of custom fields, deleted ones or not. */
export const customFieldFilters = objectOf({
  name: queryText.describe('Exactly this name.'),
  name_contains: queryText.describe('A part of the name.'),
  order_by: queryChoice(['id', 'name'], 'id'),
});
