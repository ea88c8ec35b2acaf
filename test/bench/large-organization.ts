import type { Pool } from 'pg';
import { SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';

/** Size of organization 1; another organization holds a tenth of it in addition. */
export interface OrganizationSize {
  readonly subscribers: number;
  readonly lists: number;
  /** Imports and campaigns; exports and suppression imports are a tenth of them. */
  readonly jobs: number;
}

/** Fills a database with rows made by Postgres itself, and counts them as an import would have. */
export async function fillOrganization(pool: Pool, size: OrganizationSize): Promise<void> {
  await pool.query(`insert into organizations (name) values ('Other')`);
  await addLists(pool, 1, size);
  await addLists(pool, 2, { ...size, subscribers: size.subscribers / 10 });
  await pool.query(
    `insert into subscriber_counts (mailing_list_id, ${SUBSCRIBER_STATUSES.join(', ')})
     select mailing_list_id, ${SUBSCRIBER_STATUSES.map((status) => countOf(status)).join(', ')}
       from subscribers group by mailing_list_id`,
  );
  await addJobs(pool, 1, size.jobs);
  await addJobs(pool, 2, size.jobs / 10);
  await pool.query('vacuum analyze');
}

/** Times in milliseconds the count that the kept counts spare. @throws Error when they are not the same */
export async function countRows(pool: Pool): Promise<number> {
  const startedAt = performance.now();
  const { rows } = await pool.query(
    `select l.id::int, ${SUBSCRIBER_STATUSES.map((status) => `${countOf(status)}::int as ${status}`).join(', ')}
       from mailing_lists l left join subscribers on mailing_list_id = l.id
      where l.organization_id = 1 group by l.id order by l.id`,
  );
  const milliseconds = performance.now() - startedAt;
  const kept = await pool.query(
    `select mailing_list_id::int as id, ${SUBSCRIBER_STATUSES.map((status) => `${status}::int`).join(', ')}
       from subscriber_counts join mailing_lists l on l.id = mailing_list_id
      where l.organization_id = 1 order by 1`,
  );
  if (JSON.stringify(rows) !== JSON.stringify(kept.rows)) throw new Error('The counts are not those of the rows.');
  return milliseconds;
}

function countOf(status: string): string {
  return `count(*) filter (where status = '${status}')`;
}

/** Subscribers go to the lists in turns, one in ten is not active. */
async function addLists(pool: Pool, organizationId: number, { lists, subscribers }: OrganizationSize): Promise<void> {
  await pool.query(
    `insert into mailing_lists (organization_id, name) select $1, 'List ' || n from generate_series(1, $2::int) n`,
    [organizationId, lists],
  );
  await pool.query(
    `insert into subscribers (mailing_list_id, key, email, status)
     select list.ids[1 + n % $2::int], email, email,
            (array['${SUBSCRIBER_STATUSES.join("', '")}'])[1 + case when n % 10 = 0 then n / 10 % 5 else 0 end]::subscriber_status
       from (select array_agg(id) as ids from mailing_lists where organization_id = $1) list,
            generate_series(1, $3::int) n, concat(md5(n::text), '@example.com') email`,
    [organizationId, lists, Math.floor(subscribers)],
  );
}

/** All of them ended but for 50 imports, whose progress is summed from 250 chunks each. */
async function addJobs(pool: Pool, organizationId: number, jobs: number): Promise<void> {
  const list = '(select min(id) from mailing_lists where organization_id = $1)';
  const created = `now() - make_interval(mins => n * 7)`;
  await pool.query(
    `insert into subscriber_imports
       (organization_id, mailing_list_id, state, created_at, begins_at, finished_at, options, policy, totals)
     select $1, ${list}, case when n <= 50 then 'importing' else 'finished' end, ${created}, ${created},
            case when n > 50 then ${created} end,
            '{"file_source": {"type": "upload_directory", "filename": "subscribers.csv"}}', '{}',
            case when n > 50 then '{"added": 1000, "updated": 9000}'::jsonb end
       from generate_series(1, $2::int) n`,
    [organizationId, jobs],
  );
  await pool.query(
    `insert into import_chunks (subscriber_import_id, chunk_number, added)
     select i.id, n, 20000 from subscriber_imports i, generate_series(0, 249) n
      where i.organization_id = $1 and i.state = 'importing'`,
    [organizationId],
  );
  await pool.query(
    `insert into campaigns (organization_id, mailing_list_id, name, state, created_at)
     select $1, ${list}, 'Campaign ' || n, 'finished', ${created} from generate_series(1, $2::int) n`,
    [organizationId, jobs],
  );
  await pool.query(
    `insert into subscriber_exports (organization_id, mailing_list_id, name, state, created_at)
     select $1, ${list}, 'Export ' || n, 'finished', ${created} from generate_series(1, $2::int) n`,
    [organizationId, jobs / 10],
  );
  const suppressions = await pool.query<{ id: number }>(
    `insert into suppression_lists (organization_id, name) values ($1, 'Never') returning id`,
    [organizationId],
  );
  await pool.query(
    `insert into suppressed_address_imports (organization_id, suppression_list_id, name, state, created_at)
     select $1, $3::int, 'Suppressions ' || n, 'finished', ${created} from generate_series(1, $2::int) n`,
    [organizationId, jobs / 10, suppressions.rows[0]?.id],
  );
}
