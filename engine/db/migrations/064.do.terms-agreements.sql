-- Earlier versions continue with this schema.
-- The versions of the terms and conditions that users agreed to. The latest one is also in users.terms_and_conditions_version.
create table terms_agreements (
  user_id bigint not null references users (id) on delete cascade,
  version bigint not null,
  agreed_at timestamptz not null default now(),
  primary key (user_id, version)
);
