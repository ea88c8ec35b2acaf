-- A random key of each job, which its workflow and its files have too. When the database is set back, it gives ids out again: the
-- key tells the new job from the one that is lost. Jobs of before have none, and neither have their workflows.
alter table subscriber_imports add column job_key uuid;
alter table subscriber_exports add column job_key uuid;
alter table list_deletions add column job_key uuid;
alter table webhook_endpoints add column job_key uuid;
