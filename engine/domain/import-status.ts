import type { ImportOptions } from './subscriber-imports.ts';

type Mapped = Pick<ImportOptions, 'column_mapping'>;

/** Whether an import maps a column to that built-in entry. */
export function isMapped({ column_mapping: mapping }: Mapped, entry: string): boolean {
  return mapping.some((mapped) => mapped.trim().toLowerCase() === entry);
}

/** Whether an import maps the date or the address of a removal. */
export function mapsRemovals(options: Mapped): boolean {
  return isMapped(options, 'remove_time') || isMapped(options, 'remove_ip');
}

/** Whether columns of an import say the status of its rows. */
export function mapsStatus(options: Mapped): boolean {
  return isMapped(options, 'status') || mapsRemovals(options);
}

/** Whether an import may change the status of subscribers that the list has. */
export function changesStatus(options: ImportOptions): boolean {
  const { overwrite, overwrite_what: what, default_status_sent: isSent } = options;
  // Imports that were stored without the flag use their default, sent or not.
  return overwrite && what.status && (isSent !== false || mapsStatus(options));
}

/** Whether a row without a status of its own leaves that of its subscriber as it is, in an import that changes others. */
export function leavesBlankStatus(options: ImportOptions): boolean {
  return options.default_status_sent === false && changesStatus(options);
}
