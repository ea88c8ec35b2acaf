-- The installation that this database belongs to: one row. Marker workflows in Temporal have the same id.
create table installation (
  singleton boolean primary key default true check (singleton),
  id uuid not null default gen_random_uuid(),
  -- The namespace that runs its jobs: the id that Temporal gave it, and for messages its name and the address of the server. Null
  -- until the first process connects to one.
  temporal_namespace_id text,
  temporal_namespace text,
  temporal_address text,
  check (num_nulls(temporal_namespace_id, temporal_namespace, temporal_address) in (0, 3))
);

insert into installation default values;
