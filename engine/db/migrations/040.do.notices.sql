-- What was guessed, skipped or left out when the file of an import was read: as JSON arrays of notices, which quote the file. Those
-- that its creation found, and those that its scan found.
alter table subscriber_imports
  add column notices jsonb not null default '[]',
  add column scan_notices jsonb not null default '[]';
