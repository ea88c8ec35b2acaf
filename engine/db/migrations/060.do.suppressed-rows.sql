-- Earlier versions continue with this schema.
-- Rows whose address was suppressed when they were read: of a staged range, and of an import that has ended. Null where an earlier
-- version staged the range, or ended the import.
alter table import_ranges add column suppressed integer;
alter table subscriber_imports add column suppressed bigint;
-- The numbers of those that the first staging of a range skipped, as each later one does.
alter table import_ranges add column skipped_rows bigint[];
