import { useRef, useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { useApi } from '../../session/session.tsx';
import { isConflict, placeBefore } from './worklist.ts';
import type { FailedRow } from './worklist.ts';

/** Correction of a row: its cells, and whether it is dropped. */
type Change = (row: FailedRow) => { readonly cells: Readonly<Record<string, string>>; readonly dropped: boolean };

/** Reason that a correction of a row is not stored. */
export interface Trouble {
  readonly error: unknown;
  /** Whether the row was changed in another window; it is shown as it is now. */
  readonly isConflict: boolean;
}

/** The corrections of one row, which are stored one after the other. */
export interface Correction {
  readonly isBusy: boolean;
  /** Of the last correction; null when it is stored. */
  readonly trouble: Trouble | null;
  /** @returns whether it is stored */
  readonly correct: (change: Change) => Promise<boolean>;
  readonly takeBack: () => Promise<boolean>;
}

/** Stores corrections of a row at once. @param onRow is called with the row as the service has it */
export function useCorrection(importId: number, row: FailedRow, onRow: (row: FailedRow) => void): Correction {
  const { client } = useApi();
  const [waiting, setWaiting] = useState(0);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const latest = useRef(row);
  if (row.version >= latest.current.version) latest.current = row;
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const path = { id: importId, row: row.id };

  const take = (now: FailedRow) => {
    latest.current = now;
    onRow(now);
  };
  const readAgain = async () => {
    const query = { after: placeBefore(row.id), per_page: 1 };
    const [now] = await dataOf(
      client.GET('/subscriber_imports/{id}/corrections/rows', { params: { path: { id: importId }, query } }),
    );
    if (now?.id === row.id) take(now);
  };
  const store = (send: () => Promise<FailedRow>) => {
    const storing = last.current.then(async () => {
      try {
        take(await send());
        setTrouble(null);
        return true;
      } catch (error) {
        if (isConflict(error)) await readAgain().catch(() => undefined);
        setTrouble({ error, isConflict: isConflict(error) });
        return false;
      }
    });
    last.current = storing;
    setWaiting((count) => count + 1);
    return storing.finally(() => setWaiting((count) => count - 1));
  };
  return {
    isBusy: waiting > 0,
    trouble,
    correct: (change) =>
      store(() => {
        const correction = { ...change(latest.current), version: latest.current.version };
        const body = { correction };
        return dataOf(client.PUT('/subscriber_imports/{id}/corrections/rows/{row}', { params: { path }, body }));
      }),
    takeBack: () =>
      store(() => dataOf(client.DELETE('/subscriber_imports/{id}/corrections/rows/{row}', { params: { path } }))),
  };
}
