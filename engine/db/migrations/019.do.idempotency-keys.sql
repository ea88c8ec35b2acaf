-- Keys of calls that have created a record, for 24 hours. The row is written in the transaction that writes the record.
create table idempotency_keys (
  organization_id bigint not null references organizations (id) on delete cascade,
  key text not null check (octet_length(key) between 1 and 255),
  -- SHA-256 of method, path and body.
  request_hash bytea not null,
  -- Null for a subscription that waits for confirmation.
  record_id bigint,
  created_at timestamptz not null default now(),
  primary key (organization_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
