/** A custom field, as the service answered it. */
export const customFieldExample = {
  id: 1,
  is_global: false,
  mailing_list_id: 1,
  name: 'City',
  field_type: 'text',
  required: false,
  instructions: '',
  default_string: '',
  minimum_length: null,
  maximum_length: 40,
  interpolation_html_encode: true,
  interpolation_url_encode: true,
};

/** A deleted custom field, as the service answered it. */
export const deletedCustomFieldExample = {
  id: 4,
  is_global: false,
  mailing_list_id: 1,
  name: 'Fax',
  field_type: 'text',
  required: false,
  instructions: '',
  default_string: '',
  minimum_length: null,
  maximum_length: null,
  interpolation_html_encode: true,
  interpolation_url_encode: true,
  deleted_at: '2026-03-02T09:30:20Z',
};
