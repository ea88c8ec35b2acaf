-- Earlier versions continue with this schema.
-- Checking the key of each row took half the time in which Postgres makes a worklist. Rows are deleted by the statement that deletes it.
alter table import_worklist_rows drop constraint import_worklist_rows_subscriber_import_id_fkey;
alter table import_worklist_faults drop constraint import_worklist_faults_subscriber_import_id_fkey;
