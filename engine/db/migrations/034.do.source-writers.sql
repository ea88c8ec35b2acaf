-- The stored source as it was sent, where it is packed; source_bytes are those of the source that tasks read.
alter table subscriber_imports add column packed_bytes bigint;

-- The attempt that writes the source, and how many bytes it may write: they count as stored until it ends or another attempt takes
-- over. Null: nothing is being written, and no part of a source is left by an attempt that was killed.
alter table subscriber_imports add column source_writer uuid, add column reserved_bytes bigint;

-- What a killed attempt has left of an import that has ended.
create index subscriber_imports_unwritten on subscriber_imports (id) where reserved_bytes is not null;
