/** A subscriber, as the service answered it. */
export const subscriberExample = {
  id: 1,
  mailing_list_id: 1,
  email: 'ann@example.com',
  created_at: '2026-03-02T09:30:23Z',
  created_at_epoch: 1772443823,
  email_format: 'html',
  status: 'active',
  subscribe_time: '2026-03-02T09:30:23Z',
  subscribe_time_epoch: 1772443823,
  subscribe_ip: null,
  custom_fields: {
    City: { name: 'City', type: 'text', value: 'Oslo' },
    Birthday: { name: 'Birthday', type: 'date', value: null },
    Topics: { name: 'Topics', type: 'select_multiple_checkboxes', value: ['Culture'] },
  },
};

/** A subscriber that has not confirmed yet, as the service answered it. */
export const pendingSubscriberExample = {
  id: null,
  mailing_list_id: 1,
  email: 'gus@example.com',
  created_at: '2026-03-02T09:30:23Z',
  created_at_epoch: 1772443823,
  email_format: 'html',
  status: 'active',
  subscribe_time: '2026-03-02T09:30:23Z',
  subscribe_time_epoch: 1772443823,
  subscribe_ip: null,
  custom_fields: {
    City: { name: 'City', type: 'text', value: null },
    Birthday: { name: 'Birthday', type: 'date', value: null },
    Topics: { name: 'Topics', type: 'select_multiple_checkboxes', value: [] },
  },
};

/** A subscriber found by address, as the service answered it. */
export const subscriberByEmailExample = {
  id: 1,
  status: 'active',
  email: 'ann@example.com',
  mailing_list: { id: 1, name: 'News' },
  organization: { id: 1, name: 'System Organization' },
};

/** Autoresponders queued for a new subscriber, as the service answered it. */
export const triggeredAutorespondersExample = {
  triggered_autoresponders: [{ id: 2, name: 'Voucher' }],
  subscriber: {
    id: 2,
    mailing_list_id: 1,
    email: 'fay@example.com',
    created_at: '2026-03-02T09:30:23Z',
    created_at_epoch: 1772443823,
    email_format: 'html',
    status: 'active',
    subscribe_time: '2026-03-02T09:30:23Z',
    subscribe_time_epoch: 1772443823,
    subscribe_ip: null,
    custom_fields: {
      City: { name: 'City', type: 'text', value: null },
      Birthday: { name: 'Birthday', type: 'date', value: null },
      Topics: { name: 'Topics', type: 'select_multiple_checkboxes', value: [] },
    },
  },
  subscription_result: 'created',
};
