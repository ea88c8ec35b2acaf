import { subscriberExports } from '../../engine/db/exports/subscriber-exports.ts';
import { jobLookup } from '../jobs/job-routes.ts';

/** Finds the export that a path names, if the caller reaches it. @throws NotFound */
export const requireSubscriberExport = jobLookup(subscriberExports, 'subscriber export');
