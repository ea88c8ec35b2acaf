-- Subscribers of the list that an import made active; null for imports that ended before this was counted.
alter table import_chunks add column reactivated integer not null default 0;
alter table subscriber_imports add column reactivated bigint;
