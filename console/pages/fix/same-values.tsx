import { useState } from 'preact/hooks';
import type { TargetedSubmitEvent } from 'preact';
import { CommandButton } from '../../parts/command-button.tsx';
import { formatCount, formatCountOf } from '../../parts/format.ts';
import { Question } from '../../parts/question.tsx';
import { cellWords } from './worklist.ts';
import type { FaultGroup } from './worklist.ts';

/** Correction of all rows of a fault, or of those with one cell. */
export interface ChangeOfMany {
  readonly from?: string;
  readonly to?: string;
  readonly dropped?: true;
  readonly kept?: true;
}

interface SameValuesProps {
  group: FaultGroup;
  change: (change: ChangeOfMany) => Promise<unknown>;
}

/** The cells that several rows of a fault have, each with the input that corrects all of them. */
export function SameValues({ group, change }: SameValuesProps) {
  const frequent = group.values.filter(({ rows, left }) => rows > 1 && left > 0);
  if (group.column === null || frequent.length === 0) return null;
  return (
    <ul class="plain same-values" aria-label="The same cell in several rows">
      {frequent.map(({ value, left }) => (
        <li key={value}>
          <SameValue {...{ value, left, change }} />
        </li>
      ))}
    </ul>
  );
}

function SameValue({ value, left, change }: { value: string; left: number } & Pick<SameValuesProps, 'change'>) {
  const [to, setTo] = useState('');
  const rows = left === 1 ? 'the row' : `all ${formatCount(left)}`;
  return (
    <form
      class="same-value"
      aria-label={`Rows with ${cellWords(value)}`}
      onSubmit={(event: TargetedSubmitEvent<HTMLFormElement>) => event.preventDefault()}
    >
      <span class="same-value-cell">
        <mark>{value === '' ? 'empty' : value}</mark> <span class="muted">in {formatCountOf(left, 'row')}</span>
      </span>
      <input
        aria-label={`Correction of ${cellWords(value)}`}
        placeholder="Correct to"
        value={to}
        onInput={(event) => setTo(event.currentTarget.value)}
      />
      <CommandButton
        disabled={to === '' || to === value}
        run={() => change({ from: value, to })}
        done={`${formatCountOf(left, 'row')} corrected`}
        failed="The rows were not corrected"
      >
        Correct {rows} like this
      </CommandButton>
      {value !== '' && (
        <CommandButton
          kind="quiet"
          run={() => change({ from: value, to: '' })}
          done={`${formatCountOf(left, 'row')} corrected`}
          failed="The rows were not corrected"
        >
          Leave blank <span class="visually-hidden">in rows with {cellWords(value)}</span>
        </CommandButton>
      )}
      <CommandButton
        kind="quiet"
        run={() => change({ from: value, dropped: true })}
        done={`${formatCountOf(left, 'row')} dropped`}
        failed="The rows were not dropped"
      >
        Drop {rows} <span class="visually-hidden">with {cellWords(value)}</span>
      </CommandButton>
    </form>
  );
}

/** The buttons for all rows of a fault that are left; each asks first. */
export function AllOfFault({ group: { column, left }, change }: SameValuesProps) {
  const [asked, setAsked] = useState<'dropped' | 'kept' | null>(null);
  if (left === 0) return null;
  const rows = left === 1 ? 'the row that is left' : `all ${formatCount(left)} rows that are left`;
  if (asked === null)
    return (
      <div class="actions">
        {column === null && (
          <button type="button" onClick={() => setAsked('kept')}>
            Import {rows} as they are …
          </button>
        )}
        <button type="button" onClick={() => setAsked('dropped')}>
          Drop {rows} …
        </button>
      </div>
    );
  const isDrop = asked === 'dropped';
  return (
    <Question
      label={isDrop ? `Drop ${rows}` : `Import ${rows}`}
      keep="Leave them"
      onKeep={() => setAsked(null)}
      action={
        <CommandButton
          kind={isDrop ? 'danger' : 'primary'}
          run={() => change(isDrop ? { dropped: true } : { kept: true }).then(() => setAsked(null))}
          done={isDrop ? 'The rows are dropped' : 'The rows will be imported as they are'}
          failed="The rows were not changed"
        >
          {isDrop ? 'Drop' : 'Import'} {rows}
        </CommandButton>
      }
    >
      <p>
        {isDrop
          ? 'Rows that are dropped are not imported. Each can be kept again here.'
          : 'The rows are read again with the cells that they have. Those with the same fault fail again.'}
      </p>
    </Question>
  );
}
