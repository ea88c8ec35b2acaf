-- Earlier versions continue with this schema.
-- Failed rows of an import that has ended, as a worklist: made of the failed log when it is first read, and deleted with the logs.
create table import_worklists (
  subscriber_import_id bigint primary key references subscriber_imports (id) on delete cascade,
  organization_id bigint not null,
  -- A name for each column, each once; and the header of the file, null: it has none.
  columns jsonb not null default '[]',
  header jsonb,
  rows integer not null default 0,
  -- Lines of failed rows for which the log, or the worklist, has no room.
  left_out bigint not null default 0,
  -- Bytes of the rows, and of their corrections.
  bytes bigint not null default 0,
  correction_bytes bigint not null default 0,
  -- Counts the changes.
  version bigint not null default 0,
  -- The last import of corrected rows.
  corrected_import_id bigint
);
create index import_worklists_organization on import_worklists (organization_id);

-- Faults that several rows have.
create table import_worklist_groups (
  subscriber_import_id bigint not null references import_worklists (subscriber_import_id) on delete cascade,
  group_number integer not null,
  -- From 0; null: the whole row is at fault.
  column_index integer,
  reason text not null,
  primary key (subscriber_import_id, group_number)
);

create table import_worklist_rows (
  subscriber_import_id bigint not null references import_worklists (subscriber_import_id) on delete cascade,
  row_number bigint not null,
  -- 0; of further rows within the record from 1.
  line integer not null,
  cells jsonb not null,
  groups integer[] not null,
  -- Cells by the index of their column; {}: the row is imported as it is; null: it is not corrected.
  correction jsonb,
  dropped boolean not null default false,
  -- A fault is neither corrected nor dropped.
  is_left boolean not null default true,
  version integer not null default 0,
  -- The import that took the corrected row.
  imported_as bigint,
  primary key (subscriber_import_id, row_number, line)
);

create table import_worklist_faults (
  subscriber_import_id bigint not null references import_worklists (subscriber_import_id) on delete cascade,
  group_number integer not null,
  row_number bigint not null,
  line integer not null,
  -- Null where the whole row is at fault, and for a long cell.
  cell text,
  is_left boolean not null default true,
  primary key (subscriber_import_id, group_number, row_number, line)
);

-- The import whose corrected rows an import has.
alter table subscriber_imports add column parent_id bigint;
