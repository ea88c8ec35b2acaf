import type { components } from '../../client/schema.ts';
import { mapsStatus } from '../domain/import-status.ts';
import { SUBSCRIBER_STATUSES } from '../domain/subscribers.ts';
import { decidedLines, isOpenConsent, noticeLines } from './analysis-lines.ts';
import { exitCodeOfState } from './watch-job.ts';

type ImportRecord = components['schemas']['SubscriberImport'];
type Notice = ImportRecord['notices'][number];

/** Notices that the command printed, and columns that the user decided on, before the import began. */
export interface Before {
  readonly shown: readonly Notice[];
  /** Numbers of the columns that the user has named. */
  readonly decided: ReadonlySet<number>;
}

export const NOTHING_BEFORE: Before = { shown: [], decided: new Set() };

const EXIT_CODES = { pausedByLimit: 5, allFailed: 6, leaversMayBeActive: 7, peopleMayBeMissing: 8 };

/** Notices of people who are active, and of whom another cell or row says that they left. */
const OF_LEAVERS: ReadonlySet<Notice['code']> = new Set(['leaving_name', 'active_with_removal', 'left_later'] as const);

/** Notices of people of the file who are not imported, and whom no counter counts, or who may be deactivated. */
const OF_MISSING: ReadonlySet<Notice['code']> = new Set(['person_in_header', 'swallowed_rows', 'unread_rows'] as const);

/** The lines that a terminal shows of an import that has ended, or that a limit has paused. */
export function endLines(record: ImportRecord, before: Before): string[] {
  const { id, state, error_message, stats, dry_run, pause_reason, notices } = record;
  const { unchanged, reactivated, deactivated } = stats;
  const figures = Object.entries({ ...stats.subscribers, unchanged, reactivated, deactivated });
  const because = pause_reason ?? error_message;
  const codes = new Set(before.shown.map(({ code }) => code));
  return [
    `${dry_run ? 'Dry run' : 'Import'} ${id} is ${state}${because === null ? '.' : `: ${because}`}`,
    ...figures
      .filter(([, rows]) => (rows ?? 0) > 0)
      .map(([figure, rows]) => `  ${figure.padEnd(22)} ${String(rows).padStart(8)}`),
    ...statusesLine(record),
    ...noticeLines(
      notices.filter(({ code }) => code !== 'not_imported' && !codes.has(code)),
      before.decided,
    ),
    ...decidedLines(notices, before.decided),
    ...nextSteps(record),
  ];
}

/**
 * The exit code of an import that has ended, or that a limit has paused: 6 when every record has failed, 7 when people who
 * left may be active now, 8 when people of the file may be missing. Before people of failed rows are deactivated, a limit pauses the import.
 */
export function exitCodeOfImport(record: ImportRecord, { decided }: Before): number {
  const { state, pause_reason, stats, notices } = record;
  if (pause_reason !== null) return EXIT_CODES.pausedByLimit;
  if (state !== 'finished') return exitCodeOfState(state);
  const { number_of_records: records, subscribers } = stats;
  if (records !== null && records > 0 && subscribers.failed === records) return EXIT_CODES.allFailed;
  const mayBeActive = notices.some((notice) => OF_LEAVERS.has(notice.code) || isOpenConsent(notice, decided));
  if (mayBeActive) return EXIT_CODES.leaversMayBeActive;
  const isMissing = notices.some(({ code }) => OF_MISSING.has(code));
  return isMissing ? EXIT_CODES.peopleMayBeMissing : exitCodeOfState(state);
}

/** A line that counts the valid rows by status; none where no column says it. */
function statusesLine({ column_mapping, stats: { statuses } }: ImportRecord): string[] {
  if (statuses === null || !mapsStatus({ column_mapping })) return [];
  const counts = SUBSCRIBER_STATUSES.filter((status) => statuses[status] > 0);
  if (counts.length === 0) return [];
  return [`Status of the rows: ${counts.map((status) => `${statuses[status]} ${status}`).join(', ')}.`];
}

function nextSteps({ id, pause_reason, dry_run, state, stats }: ImportRecord): string[] {
  const failed = stats.subscribers.failed > 0 ? [`To see the failed rows: npx sluice failed ${id} > failed.csv`] : [];
  if (pause_reason !== null) {
    return [
      ...failed,
      `To go on past the limit: npx sluice job ${id} unpause. To end it: npx sluice job ${id} cancel.`,
    ];
  }
  if (!dry_run || state !== 'finished') return failed;
  return [...failed, `Nothing was written. To import it: npx sluice import:start ${id}`];
}
