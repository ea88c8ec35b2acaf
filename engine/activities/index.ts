import { JOB_KINDS } from '../job-kinds/index.ts';
import type { ActivityModule } from './compose.ts';
import { createMaintenanceActivities } from './maintenance.ts';

/** Loads the activities of every kind of job, and of the maintenance. */
export async function loadActivities(): Promise<ActivityModule> {
  const modules = await Promise.all(JOB_KINDS.map((kind) => kind.loadActivities()));
  return Object.assign({ createMaintenanceActivities }, ...modules) as ActivityModule;
}
