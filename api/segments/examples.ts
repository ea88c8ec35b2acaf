/** A segment in a list, as the service answered it. */
export const segmentSummaryExample = {
  id: 1,
  mailing_list_id: 1,
  name: 'Culture fans',
  description: 'All of the following criteria ... (Custom field "Topics" is "Culture")',
};

/** A segment in full, as the service answered it. */
export const segmentExample = {
  id: 1,
  mailing_list_id: 1,
  name: 'Culture fans',
  description: 'All of the following criteria ... (Custom field "Topics" is "Culture")',
  clause: [
    {
      type: 'custom_field',
      custom_field_id: 3,
      operator: 'is',
      custom_field: { id: 3, name: 'Topics' },
      value: 'Culture',
    },
  ],
};
