import { z } from 'zod';
import type { Attributes } from './attributes.ts';
import { AUTOWINNER_METRICS, AUTOWINNER_UNITS } from './mailing-list-settings.ts';
import type { MailingListSettings } from './mailing-list-settings.ts';
import { flag, oneOf, wholeNumber } from './values.ts';

const OTHERS = ['percentage', 'delay_amount', 'delay_unit', 'metric'] as const;

/** Reads the defaults of automatic winner selection: all of them when it is enabled, none when it is not. */
export function readAutowinner(attributes: Attributes, current: MailingListSettings) {
  const d_autowinner_enabled = attributes.read('d_autowinner_enabled', flag, current.d_autowinner_enabled);
  const sent = <Value>(
    name: (typeof OTHERS)[number],
    schema: z.ZodType<Value, z.ZodTypeDef, unknown>,
    now: Value | null,
  ) => (attributes.has(`d_autowinner_${name}`) ? attributes.find(`d_autowinner_${name}`, schema) : now);

  const read = {
    d_autowinner_percentage: sent('percentage', percentage, current.d_autowinner_percentage),
    d_autowinner_delay_amount: sent('delay_amount', wholeNumber(1), current.d_autowinner_delay_amount),
    d_autowinner_delay_unit: sent('delay_unit', oneOf(AUTOWINNER_UNITS), current.d_autowinner_delay_unit),
    d_autowinner_metric: sent('metric', oneOf(AUTOWINNER_METRICS), current.d_autowinner_metric),
  };
  if (!d_autowinner_enabled) return { d_autowinner_enabled, ...NOTHING };
  for (const name of OTHERS) {
    const isWrong = (attributes.raw(`d_autowinner_${name}`) ?? null) !== null;
    if (read[`d_autowinner_${name}`] === null && !isWrong)
      attributes.refuse(`d_autowinner_${name}`, 'is required when automatic winner selection is enabled');
  }
  return { d_autowinner_enabled, ...read };
}

const NOTHING = {
  d_autowinner_percentage: null,
  d_autowinner_delay_amount: null,
  d_autowinner_delay_unit: null,
  d_autowinner_metric: null,
};

/** Above 0 and below 100 with at most two decimals, as number or text; written with at least one decimal. */
const percentage = z
  .union([z.string(), z.number()], { errorMap: () => ({ message: 'must be a number' }) })
  .transform((value, context): string => {
    const text = String(value).trim();
    const complaint = complaintAbout(text);
    if (complaint !== null) context.addIssue({ code: 'custom', message: complaint });
    return text.includes('.') ? String(Number(text)).replace(/^(\d+)$/, '$1.0') : `${text}.0`;
  });

function complaintAbout(text: string): string | null {
  if (!/^\d{1,3}(?:\.\d+)?$/.test(text)) return 'must be a number';
  if (/\.\d{3,}$/.test(text)) return 'can have at most two decimals';
  return Number(text) > 0 && Number(text) < 100 ? null : 'must be above 0 and below 100';
}
