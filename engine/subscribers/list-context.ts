import type { ListHead } from '../db/lists/mailing-lists.ts';
import type { CustomField } from '../values/custom-field.ts';

/** The list that subscribers are written to, as it was read before the transaction. */
export interface ListContext {
  readonly list: ListHead;
  /** Every field that applies to the list. */
  readonly fields: readonly CustomField[];
}
