/** An endpoint, as the service answered it. */
export const webhookEndpointExample = {
  id: 1,
  url: 'https://hooks.example.com/sluice',
  events: ['job.finished', 'job.failed'],
  description: 'CRM',
  enabled: true,
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
  waiting: 0,
  created_at: '2026-03-02T09:30:24Z',
};

/** An attempt, as the service answered it. */
export const webhookAttemptExample = {
  id: 1,
  webhook_id: 'evt_0b8a6a3f5f0e4f1ea1c02b0d3c6f7a11',
  event: 'job.finished',
  job_type: 'SubscriberImport',
  job_id: 1,
  at: '2026-03-02T09:30:25Z',
  duration_ms: 42,
  status: 200,
  error: null,
};
