-- Bytes of a block: its text, and 8 for each line with a row number. Lines that it would have if there were room for them.
alter table import_logs add column bytes integer not null default 0, add column left_out integer not null default 0;

alter table subscriber_imports
  -- Bytes of the failed log.
  add column failed_log_bytes bigint not null default 0,
  -- Bytes of all logs, as far as they are counted in organization_logs: those of the failed log at once, those of others at the end.
  add column log_bytes bigint not null default 0;

-- Bytes of the logs of each organization: the sums of log_bytes and failed_log_bytes of its imports that are not purged.
create table organization_logs (
  organization_id bigint primary key references organizations (id) on delete cascade,
  bytes bigint not null default 0,
  failed_bytes bigint not null default 0
);

update import_logs set bytes = octet_length(content) + 8 * coalesce(cardinality(row_numbers), 0);

update subscriber_imports i
   set failed_log_bytes = l.failed, log_bytes = case when i.finished_at is null then l.failed else l.bytes end
  from (select subscriber_import_id, sum(bytes) as bytes, coalesce(sum(bytes) filter (where kind = 'failed'), 0) as failed
          from import_logs group by 1) l
 where l.subscriber_import_id = i.id and i.purged_at is null;

insert into organization_logs (organization_id, bytes, failed_bytes)
select organization_id, sum(log_bytes), sum(failed_log_bytes) from subscriber_imports where log_bytes > 0 group by 1;
