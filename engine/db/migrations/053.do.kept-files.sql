-- Earlier versions continue with this schema.
-- A finished import keeps its files for some minutes. Those of the imports that ended up to then are removed.
alter table installation add column kept_files_removed_to timestamptz not null default now();
