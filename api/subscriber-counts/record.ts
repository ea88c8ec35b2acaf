import { z } from 'zod/v4';
import { countsByStatus, named } from '../http/record-values.ts';
import { subscriberCountsExample } from './examples.ts';

/** Counts of an organization and its lists as the API shows them. */
export const subscriberCountsRecord = z
  .object({
    organization: named,
    counts: countsByStatus,
    mailing_lists: z.array(z.object({ mailing_list: named, counts: countsByStatus })),
  })
  .meta({ id: 'SubscriberCounts', examples: [subscriberCountsExample] });
