import type { JobName } from '../../job-names.ts';

export const jobName: JobName = { jobType: 'SubscriberExport', title: 'Export', path: '/exports', place: 2 };
