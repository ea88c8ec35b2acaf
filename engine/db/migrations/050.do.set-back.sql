-- Earlier versions continue with this schema.
-- When the present epoch began because the database was set back; null: it never was, or by a version without this column.
-- The epoch whose lost jobs clients have been notified of.
alter table installation add column epoch_began_at timestamptz, add column notified_epoch uuid;
