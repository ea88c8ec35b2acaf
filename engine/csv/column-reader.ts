/** Puts one trimmed cell into the row in the making, or says what is wrong with it. */
export type ColumnReader<Draft> = (cell: string, draft: Draft, errors: string[]) => void;
