import { UNDO_LOGS, UNDO_OUTCOMES } from '../../../engine/domain/import-undos.ts';

const OUTCOMES = UNDO_OUTCOMES.join(' + ');

/** Each subscriber of an undo has one outcome; a finished undo has one of each. */
const SUMS = `
  select 'undo ' || id || ' has passed ' || progress_value || ' of ' || coalesce(progress_total, 0) || ' subscribers and has '
         || (${OUTCOMES}) || ' outcomes' as sentence
    from import_undos
   where progress_value <> ${OUTCOMES} or (state = 'finished' and progress_value <> progress_total)`;

/** Each address is in the log of its outcome, or counted as left out of it. */
const LOGS = `
  select 'undo ' || u.id || ' counts ' || k.n || ' as ' || k.kind || ', and its log has ' || l.entries as sentence
    from import_undos u
   cross join lateral (values ${UNDO_LOGS.map((kind) => `('${kind}', u.${kind})`).join(', ')}) k (kind, n)
   cross join lateral (
     select coalesce(sum(entries + left_out), 0) as entries from import_undo_logs
      where import_undo_id = u.id and kind = k.kind) l
   where u.purged_at is null and k.n <> l.entries`;

const BYTES = `
  select 'undo ' || u.id || ' counts ' || u.log_bytes || ' bytes of logs and has ' || l.bytes as sentence
    from import_undos u
   cross join lateral (
     select coalesce(sum(octet_length(content)), 0) as bytes from import_undo_logs where import_undo_id = u.id) l
   where u.log_bytes <> l.bytes`;

/** The books of undos of imports, each a query of sentences that must find none. */
export const UNDO_BOOKS: readonly string[] = [SUMS, LOGS, BYTES];
