-- Earlier versions continue with this schema.
-- Resets of passwords by mail. A used one stays until it no longer counts against the bound of its user.
create table password_resets (
  -- SHA-256 of the code, of which the mail has the only copy.
  code_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user on password_resets (user_id, created_at);
