-- A part of a log is kept in pieces of about 1 MiB, so that writing and reading one takes little memory.
alter table import_logs add column piece integer not null default 0;
alter table import_logs drop constraint import_logs_pkey, add primary key (subscriber_import_id, kind, part, piece);
