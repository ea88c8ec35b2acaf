import { contentsInput } from './contents-input.ts';
import { dispatchInput } from './dispatch-input.ts';
import { nameText, objectOf, text, wholeNumber } from '../http/values.ts';

/** Request body of a template. */
export const templateInput = objectOf({
  name: nameText(255),
  segmentation_criteria_id: wholeNumber(1).nullish().describe('A segment of the list.'),
  segmentation_criteria_remote_sql: text
    .transform((sql) => (sql.trim() === '' ? null : sql))
    .nullish()
    .describe('Only for remote lists, instead of a segment.'),
  ...contentsInput.shape,
  dispatch_attributes: dispatchInput.nullish(),
});
