-- By these the jobs of an organization that have ended last are found, as imports are by subscriber_imports_organization.
create index subscriber_exports_ended on subscriber_exports (organization_id, finished_at)
  where options is not null and finished_at is not null;
create index list_deletions_ended on list_deletions (organization_id, finished_at);

-- By these those of all organizations together. The condition, which all rows fulfil, keeps Postgres from reading the jobs of one
-- organization by them: it would read those of all the others, too.
create index subscriber_imports_ended_of_all on subscriber_imports (finished_at)
  where organization_id > 0 and finished_at is not null;
create index subscriber_exports_ended_of_all on subscriber_exports (finished_at)
  where organization_id > 0 and options is not null and finished_at is not null;
create index list_deletions_ended_of_all on list_deletions (finished_at)
  where organization_id > 0 and finished_at is not null;

-- The unfinished imports, without those that have ended.
create index subscriber_imports_running on subscriber_imports (organization_id) where finished_at is null;
