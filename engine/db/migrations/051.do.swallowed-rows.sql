-- Earlier versions continue with this schema.
-- Rows of other people within the failed records of a range, which `failed` does not count.
alter table import_ranges add column swallowed integer not null default 0;
