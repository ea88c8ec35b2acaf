/** A background job, as the service answered it. */
export const backgroundJobExample = {
  id: 1,
  job_type: 'SubscriberImport',
  name: 'data',
  state: 'finished',
  state2: null,
  paused: false,
  organization_id: 1,
  mailing_list_id: 1,
  suppression_list_id: null,
  progress_value: 4,
  progress_total: 4,
  begins_at: '2026-03-02T09:30:23Z',
  started_at: '2026-03-02T09:30:23Z',
  finished_at: '2026-03-02T09:30:24Z',
  retry_at: null,
  created_at: '2026-03-02T09:30:23Z',
  updated_at: '2026-03-02T09:30:24Z',
  organization_name: 'Acme',
  mailing_list_name: 'News',
  dry_run: false,
  created_by: { type: 'user', id: 3, name: 'Ann Berg' },
};

/** A command of a job, as the service answered it. */
export const jobActivityExample = {
  at: '2026-03-02T09:31:02Z',
  command: 'pause',
  actor: { type: 'api_key', id: 1, name: 'CRM' },
  reason: null,
};

/** Events of a job, as the service sent them. */
export const jobEventsExample = [
  'id: 1772443823120-pB3xkA0c9-Qe',
  'event: job',
  'data: {"job_type":"SubscriberImport","id":1,"organization_id":1,"mailing_list_id":1,"dry_run":false,"state":"importing","health":"ok","progress_value":400,"progress_total":1000,"counters":{"added":390,"failed":10},"rate":200,"seconds_left":3,"place_in_queue":null,"error_message":null,"finished_at":null}',
  '',
  ': heartbeat',
  '',
  '',
].join('\n');
