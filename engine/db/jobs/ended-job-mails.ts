import type { Pool } from 'pg';
import { z } from 'zod';
import { EXTENSION_BOUNDS } from '../../domain/extension-bounds.ts';
import { END_STATES } from '../../domain/job-states.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

const ENDED = END_STATES.map((state) => `'${state}'`).join(', ');

/**
 * The part of a statement that records the mail about the end of a job of a kind to the user who created it, or started it after its
 * dry run, and wants such mails. It reads `changed`, the changed row with id, organization_id, state and state_before. None is recorded
 * for a user who has cancelled or failed the job.
 */
export function mailsOf(kind: string, isMailed: string): string {
  const activity = `job_activity a where a.job_kind = '${kind}' and a.job_id = changed.id`;
  return `
    insert into ended_job_mails (job_kind, job_id, organization_id, user_id)
    select '${kind}', changed.id, changed.organization_id, u.id
      from changed
      join users u on u.id = (
        select a.actor_id from (select * from ${activity} and a.command in ('create', 'start') order by a.at desc limit 1) a
         where a.actor_type = 'user')
     where changed.state in (${ENDED}) and changed.state <> changed.state_before and (${isMailed})
       and u.mail_ended_jobs
       and not exists (
         select from (select * from ${activity} order by a.at desc limit 1) a
          where a.actor_type = 'user' and a.actor_id = u.id
            and changed.state = case a.command when 'cancel' then 'cancelled' when 'fail' then 'failed' end)
       and ${EXTENSION_BOUNDS.endedJobMails.max} > (
         select count(*) from ended_job_mails m where m.user_id = u.id and m.created_at > now() - interval '1 hour')
    on conflict (job_kind, job_id) do update
       set uid = gen_random_uuid(), user_id = excluded.user_id, created_at = now(), attempts = 0, next_attempt_at = now(), sent_at = null`;
}

const dueMail = z.object({
  uid: z.string(),
  kind: z.string(),
  jobId: z.number(),
  userId: z.number(),
  /** Null: the user is not active, or no longer wants such mails. */
  email: z.string().nullable(),
});

/** A mail about the end of a job that is to be sent now. */
export type DueMail = Readonly<z.infer<typeof dueMail>>;

/**
 * Takes mails that are due: their next attempt is put off by a minute and, with each further one, by twice as long, up to a quarter of an
 * hour. The first one of each organization comes before the second one of any.
 */
export function takeDueMails(db: Database, kinds: readonly string[], limit: number): Promise<readonly DueMail[]> {
  return db.any(sql.type(dueMail)`
    with due as (
      select uid, next_attempt_at, row_number() over (partition by organization_id order by next_attempt_at, uid) as place
        from ended_job_mails
       where sent_at is null and next_attempt_at <= now() and job_kind = any(${sql.array([...kinds], 'text')})
    ), held as (
      select m.uid from ended_job_mails m
       where m.uid in (select uid from due order by place, next_attempt_at limit ${limit})
         and m.sent_at is null and m.next_attempt_at <= now()
         for update skip locked
    )
    update ended_job_mails m
       set attempts = m.attempts + 1, next_attempt_at = now() + least(interval '1 minute' * power(2, least(m.attempts, 10)), interval '15 minutes')
      from held
     where m.uid = held.uid
    returning m.uid::text, m.job_kind as kind, m.job_id as "jobId", m.user_id as "userId", (
      select u.email from users u join organizations o on o.id = u.organization_id
       where u.id = m.user_id and u.active and u.mail_ended_jobs and o.active) as email`);
}

/** Records that a mail was accepted. Nothing is recorded when the job has ended again since. */
export async function recordSentMail(db: Database, uid: string): Promise<void> {
  await db.query(sql.unsafe`update ended_job_mails set sent_at = now() where uid = ${uid}::uuid`);
}

/** Deletes a mail that is not to be sent. */
export async function deleteMail(db: Database, uid: string): Promise<void> {
  await db.query(sql.unsafe`delete from ended_job_mails where uid = ${uid}::uuid`);
}

/** Deletes the mails that no longer count against the bounds of their users, and gives up those that are too old. @returns how many those were */
export async function purgeEndedJobMails(pool: Pool): Promise<number> {
  await pool.query(`delete from ended_job_mails where sent_at is not null and created_at < now() - interval '1 hour'`);
  const { rowCount } = await pool.query(
    `delete from ended_job_mails where sent_at is null and created_at < now() - make_interval(secs => $1)`,
    [EXTENSION_BOUNDS.endedJobMailAge.max / 1_000],
  );
  return rowCount ?? 0;
}
