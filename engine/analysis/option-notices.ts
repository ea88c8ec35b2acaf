import { compileMappedFields } from '../csv/mapped-fields.ts';
import type { RowPlan } from '../csv/row-plan.ts';
import { createNotice } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';
import type { NewOption } from '../values/custom-field.ts';

const SAMPLES = 3;
const SAMPLE_CHARACTERS = 60;

/** The notice of the options that an import creates, a dry run would create; none without any. */
export function createdOptions(options: readonly NewOption[], plan: RowPlan): Notice[] {
  if (options.length === 0) return [];
  const ids = new Set(options.map(({ fieldId }) => fieldId));
  const names = plan.fields.filter(({ id }) => ids.has(id)).map(({ name }) => name);
  const findField = compileMappedFields(plan);
  const columns = plan.options.column_mapping.flatMap((entry, index) => {
    const id = findField(entry).field?.id;
    return id !== undefined && ids.has(id) ? [index + 1] : [];
  });
  const quoted = options.slice(0, SAMPLES).map(({ name }) => `"${name.slice(0, SAMPLE_CHARACTERS)}"`);
  const others = options.length - quoted.length;
  const what = others === 0 ? quoted.join(', ') : `${quoted.join(', ')} and ${others} more`;
  const become = plan.options.dry_run === true ? 'would become' : 'became';
  const message = `Words that were no options ${become} options of ${names.join(', ')}: ${what}.`;
  return [createNotice('created_options', message, { columns, count: options.length })];
}
