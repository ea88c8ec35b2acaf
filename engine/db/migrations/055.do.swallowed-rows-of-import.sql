-- Earlier versions continue with this schema.
-- Rows of other people within the failed records of an import that has ended; null for those that ended before, and once its logs are purged.
alter table subscriber_imports add column swallowed bigint;
