import { z } from 'zod';
import { segmentClause } from '../../values/segment-clause.ts';
import { importOptions } from '../../domain/subscriber-imports.ts';
import { SUBSCRIBER_STATUSES } from '../../domain/subscribers.ts';

/** The built-in columns, under the names that an import's column_mapping has for them. */
export const EXPORT_COLUMNS = [
  'email',
  'status',
  'email_format',
  'confirmed',
  'confirm_time',
  'subscribe_time',
  'subscribe_ip',
  'remove_time',
  'remove_ip',
] as const;
export type BuiltInColumn = (typeof EXPORT_COLUMNS)[number];

const clauses = z.array(segmentClause);

/** A validated export request as stored in `subscriber_exports.options`. */
export const exportOptions = z.object({
  /** Null exports every status, or what the segment says. */
  statuses: z.array(z.enum(SUBSCRIBER_STATUSES)).nullable(),
  /** The segment as it was when the export was asked for, with the clauses of the segments it refers to. */
  segment: z
    .object({
      id: z.number(),
      name: z.string(),
      clause: clauses,
      referred: z.array(z.object({ id: z.number(), clause: clauses })),
    })
    .nullable(),
  /** In the order of the file; `fieldId` is null for a built-in column. */
  columns: z.array(z.object({ name: z.string(), fieldId: z.number().nullable() })),
  file_format: importOptions.shape.file_format.omit({ character_set: true }),
});
export type ExportOptions = z.infer<typeof exportOptions>;
