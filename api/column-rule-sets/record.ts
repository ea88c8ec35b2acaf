import { z } from 'zod/v4';
import type { ColumnRuleSet } from '../../engine/db/imports/column-rule-sets.ts';
import { renderedTime, whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
import { renderTime } from '../http/times.ts';
import { columnRuleRecord } from '../subscriber-imports/file-record.ts';
import { columnRuleSetExample } from './examples.ts';

/** A set of column rules as the API shows it. */
export const columnRuleSetRecord = z
  .object({
    id: whole,
    name: z.string(),
    columns: z
      .record(z.string(), columnRuleRecord)
      .describe('Rules by the entry of column_mapping that a column is mapped to.'),
    created_at: renderedTime,
    updated_at: renderedTime,
  })
  .meta({ id: 'ColumnRuleSet', examples: [columnRuleSetExample] });

/** Renders a set; times have the offset of the zone. */
export function renderColumnRuleSet(row: ColumnRuleSet, timeZone: string): Rendered<typeof columnRuleSetRecord> {
  return {
    id: row.id,
    name: row.name,
    columns: row.columns,
    created_at: renderTime(row.createdAt, timeZone),
    updated_at: renderTime(row.updatedAt, timeZone),
  };
}
