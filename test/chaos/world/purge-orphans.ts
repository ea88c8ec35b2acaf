import { maintain } from '../../support/maintenance.ts';
import type { World } from './world.ts';

/**
 * Has maintenance remove what was stored for rows that were never written, which it does once a later import is an hour old, and a day
 * after the database went back.
 */
export async function purgeOrphans({ pool, temporal }: World): Promise<void> {
  await pool.query(`update subscriber_imports set created_at = now() - interval '2 hours'`);
  await pool.query(`update installation set epoch_began_at = epoch_began_at - interval '2 days'`);
  await pool.query(
    `insert into subscriber_imports (organization_id, mailing_list_id, state, created_at, finished_at, begins_at, options, policy, totals)
     select organization_id, mailing_list_id, 'cancelled', created_at, now(), begins_at, options, policy, '{}'
       from subscriber_imports order by id desc limit 1`,
  );
  await maintain(temporal, 'purge');
}

/** Lets uploads and exports expire, and removes what expired and what killed processes left. */
export async function purgeExpired(world: World): Promise<void> {
  await world.pool.query(`update uploads set created_at = now() - interval '2 days'`);
  await world.pool.query(`update subscriber_exports set finished_at = now() - interval '8 days'`);
  await purgeOrphans(world);
}
