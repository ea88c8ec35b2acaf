import { useState } from 'preact/hooks';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { formatCount } from '../../parts/format.ts';
import { FaultCell, StillWrong } from './fault-cell.tsx';
import { useCorrection } from './use-correction.ts';
import type { Correction } from './use-correction.ts';
import { cellOf, cellWords, enteredColumns, stateOf } from './worklist.ts';
import type { FailedRow, FaultGroup } from './worklist.ts';

interface FaultyRowProps {
  importId: number;
  row: FailedRow;
  group: FaultGroup;
  /** The columns that are shown. */
  columns: readonly string[];
  /** The ids of the elements that say the fault of the group and what is accepted. */
  described: string;
  onRow: (row: FailedRow) => void;
  /** Goes to the next cell at fault. */
  onNext: (from: HTMLInputElement) => void;
  /** Corrects all rows that have the cell. */
  onAll: (from: string, to: string) => void;
}

/** A failed row in the columns of the file: its cells at fault are inputs, which are stored when they are left. */
export function FaultyRow({ importId, row, group, columns, described, onRow, onNext, onAll }: FaultyRowProps) {
  const correction = useCorrection(importId, row, onRow);
  const [isOpen, setOpen] = useState(false);
  const [refused, setRefused] = useState<Entry | null>(null);
  const entered = enteredColumns(row, columns, isOpen);
  const isFixed = row.imported_as !== null || row.dropped;
  const enter = async (column: string, text: string): Promise<void> => {
    const isStored = await correction.correct(({ corrected_cells }) => ({
      cells: { ...corrected_cells, [column]: text },
      dropped: false,
    }));
    setRefused(isStored ? null : { column, text });
  };
  return (
    <>
      <tr class={row.dropped ? 'dropped' : undefined}>
        <th scope="row">
          <span class="visually-hidden">Row </span>
          {formatCount(row.sheet_row)}
        </th>
        {columns.map((column) => (
          <td key={column} data-label={column} class={entered.has(column) ? 'entered' : undefined}>
            {entered.has(column) && !isFixed ? (
              <FaultCell
                {...{ row, column, group, onNext }}
                described={column === group.column ? described : undefined}
                onEnter={(text) => enter(column, text)}
              />
            ) : (
              <span class="cell-text" title={cellOf(row, column)}>
                {isFixed && entered.has(column) ? <mark>{cellOf(row, column) || 'empty'}</mark> : cellOf(row, column)}
              </span>
            )}
          </td>
        ))}
        <td class="row-actions" data-label="State">
          <span class="muted" role="status">
            {correction.isBusy ? 'saving …' : stateOf(row)}
          </span>
          <StillWrong row={row} column={null} />
          {row.imported_as === null && (
            <Actions {...{ row, group, correction, onAll }} onOpen={isOpen ? null : () => setOpen(true)} />
          )}
        </td>
      </tr>
      <Notes row={row} span={columns.length + 2} />
      {correction.trouble !== null && (
        <tr class="trouble">
          <td colSpan={columns.length + 2}>
            <Refusal {...{ correction, refused }} onAgain={(entry) => void enter(entry.column, entry.text)} />
          </td>
        </tr>
      )}
    </>
  );
}

/** A cell that was entered, and is not stored. */
interface Entry {
  readonly column: string;
  readonly text: string;
}

interface ActionsProps extends Pick<FaultyRowProps, 'row' | 'group' | 'onAll'> {
  correction: Correction;
  /** Makes all cells inputs; null: they are. */
  onOpen: (() => void) | null;
}

function Actions({ row, group, correction, onAll, onOpen }: ActionsProps) {
  const { column } = group;
  const of = <span class="visually-hidden"> row {row.sheet_row}</span>;
  const corrected = column === null ? undefined : row.corrected_cells?.[column];
  const from = column === null ? undefined : (row.cells[column] ?? '');
  const isWrong = row.still_wrong.length > 0;
  const alike = isWrong ? 0 : (group.values.find(({ value }) => value === from)?.left ?? 0);
  const isChanged = row.dropped || row.corrected_cells !== null;
  return (
    <>
      {corrected !== undefined && from !== undefined && alike > 0 && !row.dropped && (
        <button type="button" class="link" onClick={() => onAll(from, corrected)}>
          Correct {alike === 1 ? 'the other row' : `all ${formatCount(alike)} others`} like this
          <span class="visually-hidden"> ({cellWords(from)})</span>
        </button>
      )}
      {column === null && row.corrected_cells === null && !row.dropped && (
        <button
          type="button"
          class="link"
          onClick={() => void correction.correct(() => ({ cells: {}, dropped: false }))}
        >
          Import as it is{of}
        </button>
      )}
      {onOpen !== null && column !== null && !row.dropped && (
        <button type="button" class="link" onClick={onOpen}>
          Edit all cells{of}
        </button>
      )}
      {!row.dropped && (
        <button
          type="button"
          class="link"
          onClick={() =>
            void correction.correct(({ corrected_cells }) => ({ cells: corrected_cells ?? {}, dropped: true }))
          }
        >
          Drop{of}
        </button>
      )}
      {isChanged && (
        <button type="button" class="link" onClick={() => void correction.takeBack()}>
          {row.dropped ? 'Keep' : 'Take back'}
          {of}
        </button>
      )}
    </>
  );
}

/** Cells of a row that no column has. */
function Notes({ row: { surplus }, span }: { row: FailedRow; span: number }) {
  if (surplus.length === 0) return null;
  return (
    <tr class="row-notes">
      <td colSpan={span}>
        <span class="hint">
          Cells behind the last column, which are not imported: {surplus.map(cellWords).join(', ')}
        </span>
      </td>
    </tr>
  );
}

interface RefusalProps {
  correction: Correction;
  refused: Entry | null;
  onAgain: (entry: Entry) => void;
}

function Refusal({ correction: { trouble }, refused, onAgain }: RefusalProps) {
  if (trouble === null) return null;
  const again = refused !== null && (
    <button type="button" onClick={() => onAgain(refused)}>
      Enter {cellWords(refused.text)} again
    </button>
  );
  if (!trouble.isConflict)
    return (
      <ErrorPanel error={trouble.error} what="The row was not changed">
        {again}
      </ErrorPanel>
    );
  return (
    <div role="alert" class="panel warning">
      <p>
        The row was changed in another window. It is shown as it is now
        {refused !== null && `; ${cellWords(refused.text)} was not stored`}.
      </p>
      {again !== false && <div class="actions">{again}</div>}
    </div>
  );
}
