/** How the kinds of jobs are named; apart from the rest of a kind, so that a page with links does not load the machines. */
export const JOB_NAMES = {
  SubscriberImport: { jobType: 'SubscriberImport', title: 'Import', path: '/imports' },
  SubscriberExport: { jobType: 'SubscriberExport', title: 'Export', path: '/exports' },
  MailingListDeletion: { jobType: 'MailingListDeletion', title: 'Deletion', path: '/deletions', deletesList: true },
} as const;
