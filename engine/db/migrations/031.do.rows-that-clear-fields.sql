-- Whether the custom fields of a staged row have a null, which clears a field: only those of such rows are stripped of nulls when they are merged.
-- Rows that are staged already may have some.
do $$
declare
  staged regclass;
begin
  for staged in
    select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'staging' and c.relkind = 'p'
  loop
    execute format('alter table %s add column clears_fields boolean not null default true', staged);
  end loop;
end $$;
