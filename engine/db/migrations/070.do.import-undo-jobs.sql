-- Earlier versions continue with this schema.
-- By these the undos of an organization are listed, and those found that have ended last of all organizations.
create index import_undos_created on import_undos (organization_id, created_at, id);
create index import_undos_ended_of_all on import_undos (finished_at)
  where organization_id > 0 and options is not null and finished_at is not null;

-- The rate of an undo is measured by it.
alter table import_undo_logs add column logged_at timestamptz not null default now();
