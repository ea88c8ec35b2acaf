-- Rows of `updated` that changed nothing.
alter table import_chunks add column unchanged integer not null default 0;

alter table subscriber_imports
  -- The sum over the chunks at the end; null: the import ended before this column.
  add column unchanged bigint,
  -- Subscribers that were deactivated, or would be, because they are not in the import; null: none were to be deactivated.
  add column deactivated bigint,
  -- Why it is paused, where a guard paused it.
  add column pause_reason text,
  -- Everything is done but writing subscribers.
  add column dry_run boolean not null generated always as (coalesce((options ->> 'dry_run')::boolean, false)) stored,
  -- The dry run that was started as this import: one that is started twice is one import.
  add column dry_run_id bigint unique references subscriber_imports (id) on delete set null;

-- A finished dry run keeps its source until its retention ends or it is started.
drop index subscriber_imports_stored;
create index subscriber_imports_stored on subscriber_imports (organization_id)
  where purged_at is null and (state not in ('finished', 'cancelled') or dry_run);
