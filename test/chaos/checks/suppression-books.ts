import { SUPPRESSION_COUNTERS } from '../../../engine/domain/suppressed-address-imports.ts';

const COUNTED = SUPPRESSION_COUNTERS.map((kind) => `('${kind}', i.${kind})`).join(', ');
const SUM = SUPPRESSION_COUNTERS.map((kind) => `i.${kind}`).join(' + ');

const SUMS = `
  select 'import of suppressed addresses ' || i.id || ' counts ' || ${SUM} || ' rows, has passed ' || i.progress_value || ' of '
         || coalesce(i.progress_total, 0) || ', and imported ranges of ' || r.records as sentence
    from suppressed_address_imports i
   cross join lateral (
     select coalesce(sum(records) filter (where imported_at is not null), 0) as records from suppressed_address_ranges
      where suppressed_address_import_id = i.id) r
   where i.options is not null and i.purged_at is null
     and (${SUM} <> i.progress_value or r.records <> i.progress_value or (i.state = 'finished' and i.progress_value <> i.progress_total))`;

const LOGS = `
  select 'import of suppressed addresses ' || i.id || ' counts ' || k.rows || ' rows as ' || k.kind || ' and logs or leaves out ' || l.entries as sentence
    from suppressed_address_imports i
   cross join lateral (values ${COUNTED}) k (kind, rows)
   cross join lateral (
     select coalesce(sum(entries + left_out), 0) as entries from suppressed_address_logs
      where suppressed_address_import_id = i.id and kind = k.kind) l
   where i.options is not null and i.purged_at is null and k.rows <> l.entries`;

/** Clients of chaos remove none. */
const ADDRESSES = `
  select 'import of suppressed addresses ' || i.id || ' counts ' || i.added || ' added addresses and has ' || a.addresses as sentence
    from suppressed_address_imports i
   cross join lateral (
     select count(*) as addresses from suppressed_addresses where suppressed_address_import_id = i.id) a
   where i.options is not null and i.added <> a.addresses`;

const LINES = `
  select 'piece ' || piece || ' of range ' || range_number || ' of the log ' || kind || ' of import of suppressed addresses '
         || suppressed_address_import_id || ' has not ' || entries || ' lines' as sentence
    from suppressed_address_logs
   where kind <> 'failed' and length(content) - length(replace(content, e'\\n', '')) <> entries`;

const LOG_BYTES = `
  select 'import of suppressed addresses ' || i.id || ' counts ' || i.log_bytes || ' and ' || i.failed_log_bytes || ' bytes of logs and has '
         || l.bytes || ' and ' || l.failed as sentence
    from suppressed_address_imports i
   cross join lateral (
     select coalesce(sum(octet_length(content)), 0) as bytes,
            coalesce(sum(octet_length(content)) filter (where kind = 'failed'), 0) as failed
       from suppressed_address_logs where suppressed_address_import_id = i.id) l
   where i.log_bytes <> l.bytes or i.failed_log_bytes <> l.failed`;

/** Queries for inconsistencies of the counts of imports of suppressed addresses, as sentences. */
export const SUPPRESSION_BOOKS: readonly string[] = [SUMS, LOGS, ADDRESSES, LINES, LOG_BYTES];
