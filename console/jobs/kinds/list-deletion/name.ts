import type { JobName } from '../../job-names.ts';

export const jobName: JobName = {
  jobType: 'MailingListDeletion',
  title: 'Deletion',
  path: '/deletions',
  place: 3,
  deletesList: true,
};
