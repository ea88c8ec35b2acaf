import { z } from 'zod/v4';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import type { Attributes } from '../http/attributes.ts';
import { AUTOWINNER_METRICS, AUTOWINNER_UNITS } from '../mailing-lists/settings.ts';
import type { AutowinnerSettings } from '../mailing-lists/settings.ts';
import { flag, objectOf, oneOf, wholeNumber } from '../http/values.ts';

/** Above 0 and below 100 with at most two decimals, as number or text; written with at least one decimal. */
const percentage = z
  .union([z.string().max(BOUNDS.numberText.max), z.number()], { error: 'must be a number' })
  .transform((value, context): string => {
    const text = String(value).trim();
    const complaint = complaintAbout(text);
    if (complaint !== null) context.addIssue(complaint);
    return text.includes('.') ? String(Number(text)).replace(/^(\d+)$/, '$1.0') : `${text}.0`;
  });

/** Request attributes of automatic winner selection. */
export const autowinnerInput = objectOf({
  autowinner_enabled: flag.nullish(),
  autowinner_percentage: percentage
    .nullish()
    .describe('A number or text above 0 and below 100, with at most two decimals.'),
  autowinner_delay_amount: wholeNumber(1).nullish(),
  autowinner_delay_unit: oneOf(AUTOWINNER_UNITS).nullish(),
  autowinner_metric: oneOf(AUTOWINNER_METRICS).nullish(),
});

const OTHERS = [
  'autowinner_percentage',
  'autowinner_delay_amount',
  'autowinner_delay_unit',
  'autowinner_metric',
] as const;
type Other = (typeof OTHERS)[number];

/** Reads automatic winner selection: all there is to it when it is enabled, nothing else when it is not. */
export function readAutowinner(
  attributes: Attributes<typeof autowinnerInput>,
  current: AutowinnerSettings,
): AutowinnerSettings {
  const autowinner_enabled = attributes.read('autowinner_enabled', current.autowinner_enabled);
  const sent = <Name extends Other>(name: Name) => (attributes.has(name) ? attributes.find(name) : current[name]);
  const read = {
    autowinner_percentage: sent('autowinner_percentage'),
    autowinner_delay_amount: sent('autowinner_delay_amount'),
    autowinner_delay_unit: sent('autowinner_delay_unit'),
    autowinner_metric: sent('autowinner_metric'),
  };
  if (!autowinner_enabled) return { autowinner_enabled, ...NOTHING };
  for (const name of OTHERS) {
    const isWrong = (attributes.raw(name) ?? null) !== null;
    if (read[name] === null && !isWrong) {
      attributes.refuse(name, 'is required when automatic winner selection is enabled');
    }
  }
  return { autowinner_enabled, ...read };
}

const NOTHING = {
  autowinner_percentage: null,
  autowinner_delay_amount: null,
  autowinner_delay_unit: null,
  autowinner_metric: null,
};

function complaintAbout(text: string): string | null {
  if (!/^\d{1,3}(?:\.\d+)?$/.test(text)) return 'must be a number';
  if (/\.\d{3,}$/.test(text)) return 'can have at most two decimals';
  return Number(text) > 0 && Number(text) < 100 ? null : 'must be above 0 and below 100';
}
