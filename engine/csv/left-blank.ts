import type { ColumnReader } from './column-reader.ts';
import type { BlankCell } from './row-plan.ts';

/** Cells that could not be read, of the row that is being read. */
interface Blanks {
  /** The column, which notes the cells that it cannot read, in place of an error. */
  readonly leaving: <Draft>(
    column: ColumnReader<Draft> | null,
    place: { readonly index: number; readonly name: string },
  ) => ColumnReader<Draft> | null;
  /** Returns the cells that were noted since the last call. */
  readonly take: () => readonly BlankCell[];
}

const NONE: readonly BlankCell[] = [];

/** Creates what the columns of an import note their cells in. A cell that is left blank changes nothing in the row. */
export function createBlanks(): Blanks {
  let noted: BlankCell[] = [];
  return {
    leaving: (column, { index, name }) => {
      if (column === null) return null;
      return (cell, draft, errors) => {
        const before = errors.length;
        column(cell, draft, errors);
        if (errors.length === before) return;
        const reason = errors.splice(before).join('; ');
        noted.push({ column: index + 1, name, cell, reason });
      };
    },
    take: () => {
      if (noted.length === 0) return NONE;
      const taken = noted;
      noted = [];
      return taken;
    },
  };
}
