import { useEffect, useRef, useState } from 'preact/hooks';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { formatCount } from '../../parts/format.ts';
import { announce } from '../../parts/live-region.tsx';
import { Pager } from '../../parts/pager.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { FaultyRow } from './faulty-row.tsx';
import { useFailedRows } from './use-failed-rows.ts';
import { shownColumns } from './worklist.ts';
import type { FailedRow, FaultGroup } from './worklist.ts';

interface RowsOfFaultProps {
  importId: number;
  group: FaultGroup;
  columns: readonly string[];
  /** The ids of the elements that say the fault and what is accepted. */
  described: string;
  /** Grows when rows were changed together. */
  changes: number;
  onChange: () => void;
  onAll: (from: string, to: string) => void;
}

const AT_FAULT = 'input[data-at-fault]';

/** The rows with a fault in the columns of the file, a page at a time. */
export function RowsOfFault({ importId, group, columns, described, changes, onChange, onAll }: RowsOfFaultProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = useFailedRows(importId, { ...group, isWhole });
  const body = useRef<HTMLTableSectionElement>(null);
  const isGoingOn = useRef(false);
  const { rows, page, reload } = shown;
  useEffect(() => {
    if (changes > 0) reload();
  }, [changes]);
  useEffect(() => {
    if (!isGoingOn.current || rows === undefined) return;
    isGoingOn.current = false;
    body.current?.querySelector<HTMLInputElement>(AT_FAULT)?.focus();
  }, [page]);

  const goOn = (from: HTMLInputElement) => {
    const inputs = [...(body.current?.querySelectorAll<HTMLInputElement>(AT_FAULT) ?? [])];
    const next = inputs[inputs.indexOf(from) + 1];
    if (next !== undefined) {
      next.focus();
      next.select();
    } else if (shown.hasNext) {
      isGoingOn.current = true;
      shown.next();
    } else announce('This was the last row.');
  };
  const take = (row: FailedRow) => {
    shown.replace(row);
    onChange();
  };
  const names = shownColumns(columns, group.column);
  return (
    <>
      <label class="check">
        <input type="checkbox" checked={isWhole} onChange={({ currentTarget }) => setWhole(currentTarget.checked)} />
        Show corrected and dropped rows, too
      </label>
      {shown.error !== null && <ErrorPanel error={shown.error} what="The rows were not read" onRetry={reload} />}
      {rows === undefined && shown.error === null && <p class="muted">Reading the rows …</p>}
      {rows?.length === 0 && <p class="muted">No row is left here.</p>}
      {rows !== undefined && rows.length > 0 && (
        <WideTable class="fix" label={`Rows: ${group.reason}`}>
          <table class="cells">
            <caption class="visually-hidden">Failed rows: {group.reason}</caption>
            <thead>
              <tr>
                <th scope="col">Row</th>
                {names.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody ref={body}>
              {rows.map((row) => (
                <FaultyRow
                  key={row.id}
                  {...{ importId, row, group, described, onAll }}
                  columns={names}
                  onRow={take}
                  onNext={goOn}
                />
              ))}
            </tbody>
          </table>
        </WideTable>
      )}
      {names.length < columns.length && (
        <p class="hint">
          {formatCount(columns.length - names.length)} more columns of the file are not shown. They stay as they are.
        </p>
      )}
      <Pager of={shown} one="row" />
    </>
  );
}
