import { SUBSCRIBER_STATUSES } from '../../domain/subscribers.ts';
import { sql } from '../core/slonik.ts';

const sums = sql.join(
  SUBSCRIBER_STATUSES.map(
    (status) =>
      sql.fragment`${sql.literalValue(status)}, coalesce(sum((r.statuses ->> ${sql.literalValue(status)})::bigint), 0)`,
  ),
  sql.fragment`, `,
);

/**
 * The staged rows of the import `i` by the status that each gives a new subscriber, as a part of a statement; null where an earlier
 * version staged any of them.
 */
export const statusesOfRows = sql.fragment`(
  select case when bool_or(r.staged_at is not null and r.statuses is null) then null else jsonb_build_object(${sums}) end
    from import_ranges r where r.subscriber_import_id = i.id)`;
