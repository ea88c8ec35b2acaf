import { useId, useRef, useState } from 'preact/hooks';
import { faultHint } from '../../parts/fault-hint.ts';
import { cellOf, isLeft } from './worklist.ts';
import type { FailedRow, FaultGroup } from './worklist.ts';

interface FaultCellProps {
  row: FailedRow;
  column: string;
  /** The fault whose rows are shown. */
  group: FaultGroup;
  /** The ids of the elements that say the fault and what is accepted; undefined for the cell of another one. */
  described: string | undefined;
  /** Resolves when the text is stored, or refused. */
  onEnter: (text: string) => Promise<void>;
  /** Goes to the next cell at fault. */
  onNext: (from: HTMLInputElement) => void;
}

/** A cell at fault: an input that is stored when it is left, with what is wrong besides the fault of the group, and what still is. */
export function FaultCell({ row, column, group, described, onNext, onEnter }: FaultCellProps) {
  const [entry, setEntry] = useState<string | null>(null);
  const shown = cellOf(row, column);
  const isAtFault = [...row.faults, ...row.still_wrong].some(({ column: at }) => at === column || at === null);
  const wrong = useId();
  const sent = useRef<string | null>(null);
  const store = () => {
    if (entry === null || entry === sent.current) return;
    if (entry === shown) return setEntry(null);
    sent.current = entry;
    void onEnter(entry).finally(() => {
      sent.current = null;
      setEntry((now) => (now === entry ? null : now));
    });
  };
  return (
    <>
      <input
        aria-label={`${column}, row ${row.sheet_row}`}
        aria-describedby={described === undefined ? wrong : `${described} ${wrong}`}
        aria-invalid={isLeft(row, column) && isAtFault ? true : undefined}
        data-at-fault={isAtFault ? '' : undefined}
        placeholder={shown === '' ? 'empty' : undefined}
        value={entry ?? shown}
        size={Math.min(Math.max(shown.length + 2, 12), 40)}
        onInput={(event) => setEntry(event.currentTarget.value)}
        onBlur={store}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setEntry(null);
          if (event.key !== 'Enter') return;
          event.preventDefault();
          store();
          onNext(event.currentTarget);
        }}
      />
      <OtherFaults row={row} column={column} group={group} />
      <StillWrong id={wrong} row={row} column={column} />
    </>
  );
}

/** The faults of a cell that are not those of the group, with what is accepted. */
function OtherFaults({ row, column, group }: Pick<FaultCellProps, 'row' | 'column' | 'group'>) {
  const others = row.faults.filter((fault) => fault.column === column && fault.reason !== group.reason);
  if (others.length === 0 || row.corrected_cells?.[column] !== undefined || !isLeft(row, column)) return null;
  return <span class="hint">{others.map(({ message }) => `${message}. ${faultHint(message) ?? ''}`).join(' ')}</span>;
}

/** The faults of a cell as it is corrected; with null, those of the whole row. */
export function StillWrong({ id, row, column }: { id?: string; row: FailedRow; column: string | null }) {
  const faults = row.dropped ? [] : row.still_wrong.filter((fault) => fault.column === column);
  if (faults.length === 0) return null;
  const texts = faults.map(({ message }) => `${message}. ${faultHint(message) ?? ''}`);
  return (
    <span id={id} class="still-wrong">
      Still wrong: {texts.join(' ')}
    </span>
  );
}
