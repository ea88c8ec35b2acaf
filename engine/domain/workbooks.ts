/** A sheet that could be imported. */
export interface SheetFacts {
  readonly name: string;
  /** Number of the last row that the sheet declares; null when it declares none. */
  readonly rows: number | null;
}

/** Sheets that a workbook declares. */
export interface WorkbookFacts {
  /** The one that is read. */
  readonly sheet: SheetFacts;
  /** Visible ones with a value, also the one that is read; those after the first are left out beyond a bound. */
  readonly sheets: readonly SheetFacts[];
  /** The name of another sheet with addresses, where the one that is read has next to none; absent where none was looked for. */
  readonly addressSheet?: string;
}
