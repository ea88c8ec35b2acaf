-- What a mailing list refers to is held by id alone: database connections, what mail is sent through, fields with a preview.

alter table mailing_lists add column database_connection_id bigint references database_connections (id);
alter table mailing_lists add constraint mailing_lists_connection check (database_connection_id is null or is_remote_list);

insert into virtual_mtas (organization_id, name)
select distinct on (l.organization_id, lower(named.name)) l.organization_id, named.name
from mailing_lists l, trim(l.settings ->> 'd_virtual_mta') as named (name)
where named.name <> '' and not exists (
  select from virtual_mtas known
  where lower(known.name) = lower(named.name) and coalesce(known.organization_id, l.organization_id) = l.organization_id);

insert into url_domains (organization_id, domain)
select distinct on (l.organization_id, lower(named.name)) l.organization_id, named.name
from mailing_lists l, trim(l.settings ->> 'd_url_domain') as named (name)
where named.name <> '' and not exists (
  select from url_domains known
  where lower(known.domain) = lower(named.name) and coalesce(known.organization_id, l.organization_id) = l.organization_id);

-- A domain has one id however many addresses it has.
with named as (
  select distinct on (l.organization_id, lower(email)) l.organization_id, substring(email from '^(.+)@[^@]+$') as username,
    substring(email from '@([^@]+)$') as domain
  from mailing_lists l, trim(l.settings ->> 'd_bounce_email') as given (email)
  where email ~ '^.+@[^@]+$'
), missing as (
  select * from named
  where not exists (
    select from bounce_emails known
    where lower(known.username) = lower(named.username) and lower(known.domain) = lower(named.domain)
      and coalesce(known.organization_id, named.organization_id) = named.organization_id)
), domains as materialized (
  select domain, coalesce(
    (select min(domain_id) from bounce_emails known where lower(known.domain) = missing.domain),
    nextval('bounce_email_domain_ids')) as id
  from (select distinct lower(domain) as domain from missing) missing
)
insert into bounce_emails (organization_id, username, domain, domain_id)
select missing.organization_id, missing.username, missing.domain, domains.id
from missing join domains on domains.domain = lower(missing.domain);

update mailing_lists l
set settings = settings - '{d_virtual_mta,d_url_domain,d_bounce_email}'::text[]
  || jsonb_build_object(
    'd_virtual_mta_id', coalesce((
      select id from virtual_mtas known
      where lower(known.name) = lower(trim(settings ->> 'd_virtual_mta'))
        and coalesce(known.organization_id, l.organization_id) = l.organization_id
      order by known.organization_id nulls first limit 1), 0),
    'd_url_domain_id', (
      select id from url_domains known
      where lower(known.domain) = lower(trim(settings ->> 'd_url_domain'))
        and coalesce(known.organization_id, l.organization_id) = l.organization_id
      order by known.organization_id nulls first limit 1),
    'd_bounce_email_id', coalesce((
      select user_id || '@' || domain_id from bounce_emails known
      where lower(known.username || '@' || known.domain) = lower(trim(settings ->> 'd_bounce_email'))
        and coalesce(known.organization_id, l.organization_id) = l.organization_id
      order by known.organization_id nulls first limit 1), ''))
where settings ?| '{d_virtual_mta,d_url_domain,d_bounce_email}';

-- Custom field name -> {name, type, value} becomes custom field id -> value as it is stored of a subscriber.
update mailing_lists l
set settings = jsonb_set(settings, '{preview_custom_field_data}', (
  select coalesce(jsonb_object_agg(field.id, case
    when field.field_type in ('select_single_dropdown', 'select_single_radio') then (
      select option -> 'id' from jsonb_array_elements(field.options) option
      where option ->> 'name' = preview.value ->> 'value' limit 1)
    when field.field_type = 'select_multiple_checkboxes' then (
      select jsonb_agg(option -> 'id') from jsonb_array_elements(field.options) option
      where preview.value -> 'value' ? (option ->> 'name'))
    else preview.value -> 'value'
  end), '{}')
  from jsonb_each(settings -> 'preview_custom_field_data') preview
  join custom_fields field on lower(field.name) = lower(preview.key) and field.deleted_at is null
    and field.organization_id = l.organization_id and coalesce(field.mailing_list_id, l.id) = l.id
))
where settings -> 'preview_custom_field_data' <> '{}';
