-- Up to which page of the table the subscribers of the list are gone; null when they are deleted by id.
alter table list_deletions add column swept_through bigint;
