-- The hash of the names in the header of an import's file. A file with the same names is mapped as the import was. Null without a
-- header, and of imports that older workers scanned.
alter table subscriber_imports add column columns_hash text;
