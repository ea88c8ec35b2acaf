-- Earlier versions continue with this schema.
-- An import of suppressed addresses that has ended keeps its source for some minutes. Those of the ones that ended up to then are removed.
alter table installation add column kept_suppressions_removed_to timestamptz not null default now();

-- Jobs that have ended and keep their sources for a database that goes back. Their bytes are those of what is kept: of a source that
-- came packed, the packed file alone.
create view kept_sources as
  select 'subscriber_imports' as job_table, 'imports' as folder, id, job_key, organization_id, finished_at,
    coalesce(packed_bytes, source_bytes) as bytes
  from subscriber_imports
  where organization_id > 0 and finished_at >= (select kept_files_removed_to from installation)
    and state = 'finished' and not dry_run and purged_at is null and coalesce(packed_bytes, source_bytes) > 0
  union all
  select 'suppressed_address_imports', 'suppressions', id, job_key, organization_id, finished_at,
    coalesce(packed_bytes, source_bytes)
  from suppressed_address_imports
  where organization_id > 0 and options is not null and finished_at >= (select kept_suppressions_removed_to from installation)
    and state in ('finished', 'failed') and purged_at is null and coalesce(packed_bytes, source_bytes) > 0;
