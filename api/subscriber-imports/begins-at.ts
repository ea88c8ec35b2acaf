import { BOUNDS } from '../../engine/domain/bounds.ts';
import type { Attributes } from '../http/attributes.ts';
import { instantIn, readTime, TIME_DESCRIPTION, TIME_EXAMPLES, TIME_SHAPES } from '../http/times.ts';
import { objectOf, text } from '../http/values.ts';

/** Request attribute of the time at which an import is to begin. */
export const beginsAtInput = objectOf({
  begins_at: text
    .meta({
      description: `"now", or ${TIME_DESCRIPTION}`,
      examples: ['now', ...TIME_EXAMPLES],
      maxLength: BOUNDS.timeText.max,
    })
    .nullish(),
});

/** Reads when an import begins: null (now) unless a time was sent, which is in the time zone if it has no offset. */
export function readBeginsAt(attributes: Attributes<typeof beginsAtInput>, timeZone: string): Date | null {
  const asked = attributes.find('begins_at');
  if (asked === null || asked === 'now') return null;
  const written = readTime(asked);
  if (written === null) attributes.refuse('begins_at', `must be "now" or ${TIME_SHAPES}`);
  return written === null ? null : instantIn(timeZone, written);
}
