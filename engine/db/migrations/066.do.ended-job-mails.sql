-- Earlier versions continue with this schema.
-- Whether a user is mailed when a job ends that the user started: users who are there already have not chosen it.
alter table users add column mail_ended_jobs boolean not null default false;
alter table users alter column mail_ended_jobs set default true;

-- Mails about the ends of jobs, each written by the statement that writes the end. A sent one stays until it no longer counts against the
-- bound of its user. Without references: a writer of states would wait for the row of a user.
create table ended_job_mails (
  -- The Message-ID begins with it: a mail that is sent again has the same.
  uid uuid primary key default gen_random_uuid(),
  job_kind text not null,
  job_id bigint not null,
  organization_id bigint not null,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- An attempt sets it before it begins, so that no other process makes one at the same time.
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (job_kind, job_id)
);
create index ended_job_mails_due on ended_job_mails (next_attempt_at) where sent_at is null;
create index ended_job_mails_of_user on ended_job_mails (user_id, created_at);
