/** Limit up to which a guard lets an import pass: a number, or a percentage such as "5%". */
export type GuardLimit = number | string;

/** The guards of an import that were set by its client. */
export interface ImportGuards {
  readonly maxFailedRecords?: GuardLimit;
  readonly maxDeactivated?: GuardLimit;
}

/** Effect that the deactivation of subscribers that are not in the import would have. */
export interface AbsentSubscribers {
  /** The active subscribers of the list, and those of them that are not in the import. */
  readonly active: number;
  readonly absent: number;
  /** No record of the source has a key. */
  readonly isEmpty: boolean;
  /** The source ends within a record. */
  readonly isCutOff: boolean;
  /** Failed records that may be of people who cannot be told from them; absent in results of older workers. */
  readonly unread?: number;
  /** Sheets of the workbook that are not read, and may have their people; absent without any. */
  readonly otherSheets?: number;
}

/** The records of an import, and how many of them have an outcome. */
export interface Balance {
  readonly records: number;
  readonly outcomes: number;
}

/** Returns the number that a limit allows of `total`; a percentage is rounded down. */
export function allowedCount(limit: GuardLimit, total: number): number {
  if (typeof limit === 'number') return limit;
  // In hundredths of a percent, since 0.07 * 100 is no whole number.
  return Math.floor((total * Math.round(Number(limit.slice(0, -1)) * 100)) / 10_000);
}

/**
 * Returns the reason why so many failed records pause an import; null when they pass. Rows of other people within a failed record
 * (`swallowed`) count as failed records: each would be one if no quotation mark were missing.
 */
export function failedReason(
  limit: GuardLimit | undefined,
  { failed, swallowed = 0, records }: { failed: number; swallowed?: number; records: number },
): string | null {
  if (limit === undefined || failed + swallowed <= allowedCount(limit, records + swallowed)) return null;
  const within = swallowed === 0 ? '' : `, with ${swallowed} more ${swallowed === 1 ? 'row' : 'rows'} within them`;
  return `${failed} of ${records} records failed${within}, more than max_failed_records (${limit}) lets pass.`;
}

/**
 * Returns the reason why a deactivation pauses an import; null when it passes. Without a limit it passes unless the source is empty,
 * was cut off, has people who cannot be read or sheets that are not, and the list has subscribers to deactivate.
 */
export function deactivationReason(limit: GuardLimit | undefined, found: AbsentSubscribers | null): string | null {
  if (found === null) return null;
  const { active, absent, isEmpty, isCutOff, unread = 0, otherSheets = 0 } = found;
  const would = `deactivate_subscribers_not_in_import would deactivate ${absent} of ${active} active subscribers`;
  if (limit !== undefined) {
    return absent <= allowedCount(limit, active) ? null : `${would}, more than max_deactivated (${limit}) lets pass.`;
  }
  if (absent === 0) return null;
  if (isEmpty) return `The source has no record with an address, and ${would}.`;
  if (isCutOff) return `The source ends within a record, as if it was cut off, and ${would}.`;
  if (unread === 0 && otherSheets === 0) return null;
  if (unread === 0) {
    const sheets = otherSheets === 1 ? '1 other sheet that is' : `${otherSheets} other sheets that are`;
    return `The workbook has ${sheets} not read, and ${would}, who may be in ${otherSheets === 1 ? 'it' : 'them'}.`;
  }
  const rows = unread === 1 ? '1 failed record has' : `${unread} failed records have`;
  return `${rows} no address that can be read, and ${would}, who may be in the file.`;
}

/** The error of an import whose records and outcomes do not balance, and its type. */
export function imbalanceOf({ records, outcomes }: Balance) {
  const error =
    `The import has ${records} records and ${outcomes} outcomes: they do not balance. This is an error of the service, ` +
    'so do not rely on the counters. Subscribers that were written stay.';
  return { error, faultType: 'OutcomesMissing' } as const;
}
