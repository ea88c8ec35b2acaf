import type { Pool, PoolClient } from 'pg';
import { prepared } from '../core/prepared.ts';
import { mailsOf } from '../jobs/ended-job-mails.ts';

/** An endpoint for which events wait. */
export interface WaitingEndpoint {
  readonly id: number;
  readonly jobKey: string | null;
  readonly organizationId: number;
}

/** Parts of the statement that changes the state of a job of some kind and records the events of that change, and the mail about its end. */
export interface EventfulChange {
  /** The name of the kind, as records about jobs of all kinds hold it. */
  readonly kind: string;
  /** Selects the row of the job before the change, under the name job, with the columns id, state and stalled_at. */
  readonly before: string;
  /**
   * Updates that row from `before`, and returns id, organization_id, state, stalled_at, before.state as state_before,
   * before.stalled_at as stalled_before, and what `data` reads.
   */
  readonly change: string;
  /** Further parts of the statement, which read `before`, and which `change` may read. */
  readonly further?: string;
  /** The states of the kind in which a job waits to begin. */
  readonly waiting: readonly string[];
  /** The data of the events as SQL, from the columns of `changed`; computed only when there are events. */
  readonly data: string;
  /** Condition on `changed`, under which the end of the job is mailed to its creator; absent: always. */
  readonly isMailed?: string;
}

/** The statements that change the state of a job: one for organizations without an endpoint, and one that records events. */
export interface StateChange {
  readonly plain: string;
  readonly eventful: string;
}

/** Result of a change of state. */
export interface ChangedState {
  /** The enabled endpoints for which events wait now. */
  readonly waiting: readonly WaitingEndpoint[];
  /** Whether the row was written: false for a job that had ended. */
  readonly isChanged: boolean;
}

/**
 * Changes the state of a job and records, in the same statement, the events of the change for each endpoint that takes them. An
 * organization without an endpoint costs the look at an index in the first statement.
 */
export async function changeState(
  db: Pool | PoolClient,
  { plain, eventful }: StateChange,
  values: readonly unknown[],
): Promise<ChangedState> {
  const { rowCount } = await db.query(prepared(plain, values));
  if (rowCount === 1) return { waiting: [], isChanged: true };
  const { rows } = await db.query<{ changes: number; waiting: readonly WaitingEndpoint[] }>(eventful, [...values]);
  return { waiting: rows[0]?.waiting ?? [], isChanged: rows[0]?.changes === 1 };
}

/**
 * Makes the statements of a change. A job has started when it is first seen in a state in which it neither waits nor has failed to
 * begin; it has one such event.
 */
export function withEvents(parts: EventfulChange): StateChange {
  const { kind, before, change, further, waiting, data, isMailed = 'true' } = parts;
  const mailed = `mailed as (${mailsOf(kind, isMailed)})`;
  const rest = further === undefined ? '' : `, ${further}`;
  const unstarted = [...waiting, 'paused', 'failed', 'cancelled'].map((state) => `'${state}'`).join(', ');
  const eventful = `
  with before as (${before} for no key update)${rest}, changed as (${change}), ${mailed}, occurred as (
    select changed.*, type
      from changed, unnest(array[
        case when state not in (${unstarted}) then 'job.started' end,
        case when stalled_at is not null and stalled_before is null then 'job.stalled' end,
        case when state <> state_before and state in ('paused', 'finished', 'failed', 'cancelled') then 'job.' || state end
      ]) type
     where type is not null
       and exists (select from webhook_endpoints e where e.organization_id = changed.organization_id and ${TAKES_EVENTS})
  ), recorded as (
    insert into webhook_events (organization_id, type, job_kind, job_id, data)
    select organization_id, type, '${kind}', id, ${data} || ${actorsOf(kind)} from occurred
    on conflict (job_kind, job_id) where type = 'job.started' do nothing
    returning id, organization_id, type
  ), delivery as (
    insert into webhook_deliveries (endpoint_id, event_id)
    select e.id, recorded.id
      from recorded
      join webhook_endpoints e on e.organization_id = recorded.organization_id and ${TAKES_EVENTS}
     where e.event_types is null or recorded.type = any (e.event_types)
    returning endpoint_id
  )
  select (select count(*) from changed)::int as changes,
    coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'jobKey', e.job_key, 'organizationId', e.organization_id)), '[]') as waiting
    from (select distinct endpoint_id from delivery) d
    join webhook_endpoints e on e.id = d.endpoint_id and e.enabled`;
  const plain = `
  with before as (
    ${before} and not exists (
      select from webhook_endpoints e where e.organization_id = job.organization_id and ${TAKES_EVENTS})
    for no key update)${rest}, changed as (${change}), ${mailed} select from changed`;
  return { plain, eventful };
}

/**
 * The creator of the job of `occurred`, or who started it after its dry run, and the sender of the command that led to the event: null when none did.
 * Commands are recorded before the state that they lead to.
 */
function actorsOf(kind: string): string {
  const actor = `jsonb_build_object('type', actor_type, 'id', actor_id, 'name', actor_name)`;
  const activity = `job_activity where job_kind = '${kind}' and job_id = occurred.id`;
  return `jsonb_build_object(
      'created_by', (select ${actor} from ${activity} and command in ('create', 'start') order by at desc limit 1),
      'actor', (select ${actor} from (select * from ${activity} order by at desc limit 1) last
                 where type = case command when 'pause' then 'job.paused' when 'cancel' then 'job.cancelled' when 'fail' then 'job.failed' end))`;
}

/** Holds for endpoints e that a client has not switched off: those that the service disabled keep what happens. */
export const TAKES_EVENTS = `(e.enabled or e.disabled_at is not null)`;
