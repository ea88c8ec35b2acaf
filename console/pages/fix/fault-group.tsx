import { useId, useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { faultHint } from '../../parts/fault-hint.ts';
import { formatCountOf } from '../../parts/format.ts';
import { announce } from '../../parts/live-region.tsx';
import { useApi } from '../../session/session.tsx';
import { RowsOfFault } from './rows-of-fault.tsx';
import { AllOfFault, SameValues } from './same-values.tsx';
import type { ChangeOfMany } from './same-values.tsx';
import { groupCounts } from './worklist.ts';
import type { FaultGroup as Group } from './worklist.ts';

interface FaultGroupProps {
  importId: number;
  group: Group;
  columns: readonly string[];
  isOpen: boolean;
  onToggle: () => void;
  /** Called when rows were changed. */
  onChange: () => void;
}

/** The rows with one fault: its sentence with what is accepted, the cells that several rows have, and the rows. */
export function FaultGroup({ importId, group, columns, isOpen, onToggle, onChange }: FaultGroupProps) {
  const { client } = useApi();
  const id = useId();
  const [changes, setChanges] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const { column, reason } = group;
  const hint = faultHint(reason);
  const change = async (of: ChangeOfMany) => {
    const correction = { reason, ...(column !== null && { column }), ...of };
    const { rows } = await dataOf(
      client.PUT('/subscriber_imports/{id}/corrections/values', {
        params: { path: { id: importId } },
        body: { correction },
      }),
    );
    setChanges((count) => count + 1);
    onChange();
    return rows;
  };
  const correctAll = (from: string, to: string) => {
    setError(null);
    change({ from, to }).then((rows) => announce(`${formatCountOf(rows, 'row')} corrected`), setError);
  };
  return (
    <section class="fault-group" aria-labelledby={id}>
      <div class="fault-head">
        <h2 id={id}>
          <button type="button" aria-expanded={isOpen} onClick={onToggle}>
            <span id={`${id}-fault`} class="fault-reason">
              {reason}
            </span>
            <span class="muted">
              {column !== null && `Column ${column}: `}
              {groupCounts(group)}
            </span>
          </button>
        </h2>
        {isOpen && hint !== null && (
          <p id={`${id}-hint`} class="hint">
            {hint}
          </p>
        )}
      </div>
      {isOpen && (
        <>
          <SameValues {...{ group, change }} />
          {error !== null && <ErrorPanel error={error} what="The rows were not corrected" />}
          <RowsOfFault
            {...{ importId, group, columns, changes, onChange }}
            described={hint === null ? `${id}-fault` : `${id}-fault ${id}-hint`}
            onAll={correctAll}
          />
          <AllOfFault {...{ group, change }} />
        </>
      )}
    </section>
  );
}
