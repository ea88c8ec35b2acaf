-- Earlier versions continue with this schema.
-- Addresses that get no reactions, and the imports that add them. Imports that a fixture loads have no options, and no workflow.
create table suppressed_addresses (
  organization_id bigint not null references organizations (id) on delete cascade,
  -- In lower case, with the ASCII form of the domain: the key of a subscriber on a list without an alternate primary key.
  key text collate "C" not null,
  -- In lower case, with the Unicode form of the domain, composed (NFC); null where that is the ASCII form. Found by it on other lists.
  spelling text collate "C",
  -- As it was written.
  email text not null,
  -- The import that added it; null: a call.
  suppressed_address_import_id bigint,
  created_at timestamptz not null default now(),
  primary key (organization_id, key)
);
create index suppressed_addresses_spelled on suppressed_addresses (organization_id, spelling) where spelling is not null;

alter table suppressed_address_imports
  alter column suppression_list_id drop not null,
  -- Source, file format and column mapping.
  add column options jsonb,
  -- How long it may download, how much, and how long its logs are kept.
  add column policy jsonb,
  add column job_key uuid,
  add column error_message text,
  add column workflow_started_at timestamptz,
  add column stalled_at timestamptz,
  add column turn_taken_at timestamptz,
  add column turn_asked_at timestamptz,
  -- The source, as of a subscriber import.
  add column source_bytes bigint,
  add column packed_bytes bigint,
  add column reserved_bytes bigint,
  add column source_writer uuid,
  add column source_format jsonb not null default '{}',
  add column notices jsonb not null default '[]',
  -- Rows by outcome. Each row of a range is in one of them.
  add column added bigint not null default 0,
  add column skipped_duplicate bigint not null default 0,
  add column failed bigint not null default 0,
  -- Rows within failed ones, which no counter has.
  add column swallowed bigint not null default 0,
  -- Bytes of its logs, and of the failed rows among them; organization_logs counts them, too.
  add column log_bytes bigint not null default 0,
  add column failed_log_bytes bigint not null default 0,
  -- Set when its logs and its ledger were deleted.
  add column purged_at timestamptz;

create index suppressed_address_imports_unfinished on suppressed_address_imports (organization_id)
  where options is not null and finished_at is null;
create index suppressed_address_imports_unpurged on suppressed_address_imports (finished_at)
  where options is not null and purged_at is null;
create index suppressed_address_imports_ended on suppressed_address_imports (organization_id, finished_at)
  where options is not null and finished_at is not null;
create index suppressed_address_imports_ended_of_all on suppressed_address_imports (finished_at)
  where organization_id > 0 and options is not null and finished_at is not null;

-- The ledger: byte ranges of the source, each of whose rows are imported in one transaction.
create table suppressed_address_ranges (
  suppressed_address_import_id bigint not null references suppressed_address_imports (id) on delete cascade,
  range_number integer not null,
  byte_start bigint not null,
  byte_end bigint not null,
  first_row bigint not null,
  records integer not null,
  imported_at timestamptz,
  primary key (suppressed_address_import_id, range_number)
);

-- Blocks of the logs. The header line of the failed rows has the range -1.
create table suppressed_address_logs (
  suppressed_address_import_id bigint not null references suppressed_address_imports (id) on delete cascade,
  kind text not null,
  range_number integer not null,
  piece integer not null,
  entries integer not null,
  -- Rows for which there was no room.
  left_out integer not null default 0,
  content text not null,
  bytes bigint not null,
  primary key (suppressed_address_import_id, kind, range_number, piece)
);

-- Jobs whose stored sources count against the room of their organization.
create view counted_sources as
  select organization_id, finished_at is null as is_unfinished,
    coalesce(source_bytes, 0) + coalesce(packed_bytes, 0) + coalesce(reserved_bytes, 0) as bytes
  from subscriber_imports
  where purged_at is null and (state not in ('finished', 'cancelled') or dry_run) and state <> 'cancelled'
  union all
  select organization_id, finished_at is null,
    coalesce(source_bytes, 0) + coalesce(packed_bytes, 0) + coalesce(reserved_bytes, 0)
  from suppressed_address_imports
  where options is not null and finished_at is null;
