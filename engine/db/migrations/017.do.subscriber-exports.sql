-- Exports that this service runs. Those that a fixture loads have no options, and no workflow.
alter table subscriber_exports
  -- Which subscribers, columns and file format (see subscriber-export-options.ts).
  add column options jsonb,
  -- How long the file is kept after the end.
  add column file_retention_ms bigint,
  add column error_message text,
  -- Set when the workflow is known to have been started.
  add column workflow_started_at timestamptz,
  -- When it took a turn of its organization, which it holds to its end, and when it last asked for one in vain.
  add column turn_taken_at timestamptz,
  add column turn_asked_at timestamptz,
  -- Which snapshot the parts are of: the first, or the one after Postgres lost it. 0: none has been taken.
  add column snapshot integer not null default 0,
  -- Size of the snapshot's table, by which its loss is noticed, and how its columns are written.
  add column snapshot_bytes bigint,
  add column plan jsonb,
  add column file_bytes bigint,
  add column purged_at timestamptz;

create index subscriber_exports_unfinished on subscriber_exports (organization_id)
  where options is not null and finished_at is null;
create index subscriber_exports_unpurged on subscriber_exports (finished_at)
  where options is not null and purged_at is null;

-- The ledger. A part is a range of pages of the snapshot's table; the file is its parts in order.
create table export_parts (
  subscriber_export_id bigint not null references subscriber_exports (id) on delete cascade,
  part_number integer not null,
  first_page bigint not null,
  -- The page after the last one.
  end_page bigint not null,
  written_at timestamptz,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  primary key (subscriber_export_id, part_number)
);
