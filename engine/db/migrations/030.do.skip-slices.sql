-- A chunk is skipped in slices, too, each a transaction with the rows of one range: the reason of a skip that has begun and is not finished, and the
-- range with which it continues.
alter table import_chunks add column skip_reason text, add column skip_range integer;
