-- Files that clients send over the API in parts. Their bytes are in the file store.
create table uploads (
  id uuid primary key,
  organization_id bigint not null references organizations (id),
  created_at timestamptz not null default now(),
  -- As the client has announced it.
  total_bytes bigint not null,
  -- Those that are durable: where the next part begins.
  received_bytes bigint not null default 0,
  -- As the client has sent it.
  filename text,
  -- The call that receives a part: another one waits until its lease ends, and asks it to end.
  lease_token uuid,
  leased_until timestamptz,
  is_lease_wanted boolean not null default false
);
create index uploads_organization on uploads (organization_id);
create index uploads_created on uploads (created_at);
