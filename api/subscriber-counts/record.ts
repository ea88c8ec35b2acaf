import { z } from 'zod/v4';
import { countsByStatus, named } from '../http/record-values.ts';

/** Counts of subscribers, as the service answered it. */
const subscriberCountsExample = {
  organization: { id: 1, name: 'System Organization' },
  counts: { active: 2, bounced: 0, unsubscribed: 0, scomp: 0, deactivated: 0 },
  mailing_lists: [
    {
      mailing_list: { id: 1, name: 'News' },
      counts: { active: 2, bounced: 0, unsubscribed: 0, scomp: 0, deactivated: 0 },
    },
  ],
};

/** Counts of an organization and its lists as the API shows them. */
export const subscriberCountsRecord = z
  .object({
    organization: named,
    counts: countsByStatus,
    mailing_lists: z.array(z.object({ mailing_list: named, counts: countsByStatus })),
  })
  .meta({ id: 'SubscriberCounts', examples: [subscriberCountsExample] });
