-- Earlier versions continue with this schema.
-- Valid rows by the status that each gives a new subscriber: of a staged range, and of an import that has ended. Null where an earlier
-- version staged the range, or ended the import.
alter table import_ranges add column statuses jsonb;
alter table subscriber_imports add column statuses jsonb;
