/** Counts of subscribers, as the service answered it. */
export const subscriberCountsExample = {
  organization: { id: 1, name: 'System Organization' },
  counts: { active: 2, bounced: 0, unsubscribed: 0, scomp: 0, deactivated: 0 },
  mailing_lists: [
    {
      mailing_list: { id: 1, name: 'News' },
      counts: { active: 2, bounced: 0, unsubscribed: 0, scomp: 0, deactivated: 0 },
    },
  ],
};
