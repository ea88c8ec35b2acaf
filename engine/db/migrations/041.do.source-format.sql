-- How the stored source of an import is read, where that is not what its file_format says: in UTF-8, as inline text is stored; in the
-- encoding that a byte order mark names; with CR as line break. Attributes of file_format, which they replace for its worker.
alter table subscriber_imports add column source_format jsonb not null default '{}';
