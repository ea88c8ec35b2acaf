import type { JobName } from '../../job-names.ts';

export const jobName: JobName = {
  jobType: 'SuppressedAddressImport',
  title: 'Suppression',
  path: '/suppressions',
  place: 4,
};
