import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** A number is aligned at its last digit. */
  readonly isNumber?: boolean;
}

interface DataTableProps<Row> {
  /** Description of the table, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** Shown in place of a table without rows: what to do so that it has some. */
  empty: ComponentChildren;
}

/** A table whose rows become blocks on a narrow screen. */
export function DataTable<Row>({ caption, columns, rows, keyOf, empty }: DataTableProps<Row>) {
  if (rows.length === 0) return <div class="empty">{empty}</div>;
  return (
    <table class="data-table">
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <HeaderCells columns={columns} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ name, cell, isNumber }) => (
              <td key={name} data-label={name} class={isNumber === true ? 'number' : undefined}>
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The names of the columns, as cells of a row. */
export function HeaderCells<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <>
      {columns.map(({ name, isNumber }) => (
        <th key={name} scope="col" class={isNumber === true ? 'number' : undefined}>
          {name}
        </th>
      ))}
    </>
  );
}
