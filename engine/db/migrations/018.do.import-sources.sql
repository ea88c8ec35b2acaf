-- Bytes of the stored source; null before it is stored, and for imports from before this column.
alter table subscriber_imports add column source_bytes bigint;

-- Imports whose source is stored, or may be: what an organization takes of the file store is summed over these.
create index subscriber_imports_stored on subscriber_imports (organization_id)
  where purged_at is null and state not in ('finished', 'cancelled');
