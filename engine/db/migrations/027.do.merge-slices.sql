-- A chunk is merged in slices, each in a transaction of its own, in the order of their keys: the last key that is merged of a chunk that is not
-- finished, and how many slices are. The counters of a chunk are those of its slices.
alter table import_chunks add column merged_key text collate "C", add column slices integer not null default 0;
