-- Earlier versions continue with this schema.
-- Rows whose address was suppressed when they were read: of a staged range, and of an import that has ended.
alter table import_ranges add column suppressed integer not null default 0;
alter table subscriber_imports add column suppressed bigint;
