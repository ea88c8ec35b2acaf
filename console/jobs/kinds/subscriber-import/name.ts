import type { JobName } from '../../job-names.ts';

export const jobName: JobName = { jobType: 'SubscriberImport', title: 'Import', path: '/imports', place: 1 };
