import { JOB_KINDS } from '../job-kinds/index.ts';
import type { ActivityModule } from './compose.ts';
import { createMaintenanceActivities } from './maintenance.ts';
import { createWebhookActivities } from './webhook-endpoint.ts';

/** Loads the activities of every kind of job, of the maintenance, and of webhooks. */
export async function loadActivities(): Promise<ActivityModule> {
  const modules = await Promise.all(JOB_KINDS.map((kind) => kind.loadActivities()));
  return Object.assign({ createMaintenanceActivities, createWebhookActivities }, ...modules) as ActivityModule;
}
