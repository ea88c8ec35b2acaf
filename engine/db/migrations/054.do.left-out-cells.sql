-- Earlier versions continue with this schema.
-- Cells of the columns that the import leaves out, as the rows of a range were staged; null where there are none.
alter table import_ranges add column left_out jsonb;
