-- The first key of each chunk but the first, as long as the import has staging tables; null when chunks are dealt by a hash.
alter table subscriber_imports add column chunk_first_keys text[];
