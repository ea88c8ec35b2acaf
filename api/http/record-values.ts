import { z } from 'zod/v4';
import { SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import { FIELD_TYPES } from '../../engine/values/custom-field.ts';

/** A record as it is answered by its schema. */
export type Rendered<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;

type DeepReadonly<Value> = Value extends object ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> } : Value;

/** An id, or how many there are. */
export const whole = z.int().min(0);

/** A time as renderTime writes it. */
export const renderedTime = z.string().meta({ format: 'date-time', examples: ['2026-03-01T09:30:00+01:00'] });

/** A record that another one refers to. */
export const named = z.object({ id: whole, name: z.string() });

const fieldValue = z
  .object({
    name: z.string(),
    type: z.enum(FIELD_TYPES),
    value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable(),
  })
  .meta({ id: 'CustomFieldValue' });

/** Custom field values by the name of the field. */
export const fieldValues = z.record(z.string(), fieldValue);

/** Number of subscribers with each status. */
export const countsByStatus = z.object(
  Object.fromEntries(SUBSCRIBER_STATUSES.map((status) => [status, whole])) as Record<
    (typeof SUBSCRIBER_STATUSES)[number],
    typeof whole
  >,
);
