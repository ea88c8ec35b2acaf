/** A set of column rules, as the service answered it. */
export const columnRuleSetExample = {
  id: 1,
  name: 'Shop',
  columns: {
    status: { values: { Ja: 'active', Nein: 'unsubscribed' } },
    Birthday: { date_format: 'dmy', invalid: 'leave_blank' },
  },
  created_at: '2026-03-02T09:30:24Z',
  updated_at: '2026-03-02T09:30:24Z',
};
