-- Earlier versions continue with this schema.
-- Faults that a corrected row still has, as it was judged when its correction was stored; null: none is known.
alter table import_worklist_rows add column wrong jsonb;
