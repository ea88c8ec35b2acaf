-- A turn of the import's organization, which it holds from its beginning to its end: `download` until its source is stored.
-- Null: it has none, as it waits for one, is a small one, or began before there were turns.
alter table subscriber_imports add column turn text check (turn in ('download', 'import'));
-- When it last asked for a turn that it did not get.
alter table subscriber_imports add column turn_asked_at timestamptz;
create index subscriber_imports_turn on subscriber_imports (organization_id)
  where finished_at is null and (turn is not null or turn_asked_at is not null);
