import type { JobName } from '../../job-names.ts';

export const jobName: JobName = { jobType: 'ImportUndo', title: 'Undo', path: '/undos', place: 5 };
