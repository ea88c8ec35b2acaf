/** A sheet that could be imported. */
export interface SheetFacts {
  readonly name: string;
  /** What the sheet says of its last row; null where it says nothing. */
  readonly rows: number | null;
}

/** What a workbook says of its sheets. */
export interface WorkbookFacts {
  /** The one that is read. */
  readonly sheet: SheetFacts;
  /** Visible ones with a value, also the one that is read; those after the first are left out beyond a bound. */
  readonly sheets: readonly SheetFacts[];
}
