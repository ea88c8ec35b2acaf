-- The commands that a job has taken, with their senders. Kept as long as the row of the job, which is not deleted.
create table job_activity (
  -- The name of its kind, and the id of its row.
  job_kind text not null,
  job_id bigint not null,
  at timestamptz not null,
  -- 'create' and 'start' are noted by the API, all others by the workflow of the job.
  command text not null,
  -- 'temporal': sent by a client of Temporal that did not name a sender.
  actor_type text not null,
  -- The API key, or the list whose deletion sent the command.
  actor_id bigint,
  -- The name of the API key at that time, or the operator.
  actor_name text,
  primary key (job_kind, job_id, at, command)
);
