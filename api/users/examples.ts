/** A user, as the service answered it. */
export const userExample = {
  id: 1,
  full_name: 'Ann Example',
  email: 'ann@example.org',
  active: true,
  role: 'standard',
  show_quick_tips: true,
  default_preview_recipients: [],
  terms_and_conditions_version: null,
  default_html_editor: 'bee',
  permissions: {
    mailing_list: [],
    subscriber: ['read', 'import'],
    segmentation_criteria: [],
    autoresponder: [],
    web_form: [],
    custom_field: [],
    campaign: [],
    'campaign/template': [],
    seed_list: [],
  },
  password_failure_lockout: { is_locked_out: false, expires_at: null },
};
