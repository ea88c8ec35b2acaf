import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import type { ShownPage } from '../../hooks/use-pages.ts';
import { useApi } from '../../session/session.tsx';
import type { FailedRow, FaultGroup } from './worklist.ts';

/** Rows with a fault that are shown. */
export interface RowsOfFault extends Pick<FaultGroup, 'column' | 'reason'> {
  /** Whether corrected and dropped rows are shown, too. */
  readonly isWhole: boolean;
}

/** A page of failed rows. */
export interface ShownRows extends ShownPage {
  /** Undefined until the first answer. */
  readonly rows: readonly FailedRow[] | undefined;
  readonly error: unknown;
  readonly reload: () => void;
  /** Shows a row as the service has answered it. */
  readonly replace: (row: FailedRow) => void;
}

const PER_PAGE = 50;

/**
 * Reads the rows with a fault a page at a time, each behind the last row of the page before: the cost does not depend on the place. A row
 * that was corrected stays on its page until that is read again.
 */
export function useFailedRows(importId: number, { column, reason, isWhole }: RowsOfFault): ShownRows {
  const { client } = useApi();
  // The last row of each page before, of rows with or without the corrected ones.
  const [place, setPlace] = useState<{ isWhole: boolean; after: readonly string[] }>({ isWhole, after: [] });
  const after = place.isWhole === isWhole ? place.after : [];
  const last = after.at(-1);
  const answer = useAnswer(async () => {
    const query = {
      reason,
      per_page: PER_PAGE,
      ...(column !== null && { column }),
      ...(!isWhole && { left: true }),
      ...(last !== undefined && { after: last }),
    };
    const rows = await dataOf(
      client.GET('/subscriber_imports/{id}/corrections/rows', { params: { path: { id: importId }, query } }),
    );
    return { rows, page: after.length };
  }, [client, importId, column, reason, isWhole, last]);
  const [changed, setChanged] = useState<ReadonlyMap<string, FailedRow>>(new Map());
  const rows = answer.data?.rows.map((row) => {
    const known = changed.get(row.id);
    return known !== undefined && known.version > row.version ? known : row;
  });
  const next = rows?.at(-1)?.id;
  const go = (to: readonly string[]) => setPlace({ isWhole, after: to });
  return {
    rows,
    page: answer.data?.page ?? 0,
    hasNext: rows?.length === PER_PAGE,
    isLoading: answer.isLoading,
    data: undefined,
    error: answer.error,
    reload: answer.reload,
    replace: (row) => setChanged((known) => new Map(known).set(row.id, row)),
    previous: () => go(after.slice(0, -1)),
    next: () => next !== undefined && go([...after, next]),
  };
}
