-- One-time links that sign a browser tab in to the console. A link is deleted when it is used.
create table console_links (
  -- SHA-256 of the code, of which the link is the only copy.
  code_hash bytea primary key,
  -- The key that the tab gets.
  api_key_id bigint not null references api_keys (id) on delete cascade,
  expires_at timestamptz not null
);
create index console_links_api_key on console_links (api_key_id);
