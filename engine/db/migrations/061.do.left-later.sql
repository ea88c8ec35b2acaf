-- Earlier versions continue with this schema.
-- People who are active by the row that counts, and of whom a later row of the file says that they left.
alter table import_chunks add column left_later integer not null default 0;
alter table subscriber_imports add column left_later bigint;
