import { createImportUndoActivities } from '../../../../engine/activities/import-undo.ts';
import { undoSlices } from '../../../../engine/activities/import-undo/undo-slices.ts';
import { UNDO_OUTCOMES } from '../../../../engine/domain/import-undos.ts';
import type { UndoOutcome } from '../../../../engine/domain/import-undos.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { createEnvironment } from '../pipeline.ts';
import type { RandomUndo } from './random-writers.ts';

/** The counters and logs of the undos of an import together. */
export interface UndoResult {
  readonly outcomes: Readonly<Record<UndoOutcome, number>>;
  readonly reactivated: number;
  readonly done: number;
  readonly total: number;
  /** The addresses of each log in order; those without any are absent. */
  readonly logs: Readonly<Record<string, readonly string[]>>;
}

/** Undoes an import; an undo that is cancelled is followed by another one, which undoes the rest. */
export async function undoImport(
  fixture: ImportFixture,
  importId: number,
  { isDryRun, breaks }: { readonly isDryRun: boolean; readonly breaks: RandomUndo['breaks'] },
): Promise<UndoResult> {
  const first = await createUndo(fixture, importId, isDryRun);
  if (breaks === 'cancelled') {
    await undo(fixture, first, 1);
    await end(fixture, first, 'cancelled');
  }
  const last = breaks === 'cancelled' ? await createUndo(fixture, importId, isDryRun) : first;
  const slices = breaks === 'continued' ? 1 : 100;
  while (await undo(fixture, last, slices));
  await end(fixture, last, 'finished');
  return readResult(fixture, first, last);
}

/** Creates an undo that has not begun. @returns its id */
export async function createUndo({ pool }: ImportFixture, importId: number, isDryRun: boolean): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into import_undos (organization_id, mailing_list_id, subscriber_import_id, options, log_retention_ms)
     select organization_id, mailing_list_id, id, $2, 1000 from subscriber_imports where id = $1 returning id`,
    [importId, JSON.stringify({ dry_run: isDryRun })],
  );
  return rows[0]?.id ?? 0;
}

/** Undoes some slices. @returns whether more are left */
export async function undo({ deps }: ImportFixture, undoId: number, slices: number): Promise<boolean> {
  const work = () => undoSlices(deps, slices)({ undoId });
  const { more } = await createEnvironment().run<[], Awaited<ReturnType<typeof work>>, typeof work>(work);
  return more;
}

async function end({ deps }: ImportFixture, undoId: number, state: 'finished' | 'cancelled'): Promise<void> {
  const { recordUndoState } = createImportUndoActivities(deps);
  await createEnvironment().run(recordUndoState, { undoId, state, errorMessage: null });
}

async function readResult({ pool }: ImportFixture, first: number, last: number): Promise<UndoResult> {
  const sums = UNDO_OUTCOMES.map((outcome) => `'${outcome}', sum(${outcome})`).join(', ');
  const { rows } = await pool.query<Omit<UndoResult, 'logs'>>(
    `select jsonb_build_object(${sums}) as outcomes, sum(reactivated)::integer as reactivated, sum(progress_value)::integer as done,
            (sum(progress_total) filter (where id = $1))::integer as total
       from import_undos where id in ($1, $2)`,
    [first, last],
  );
  const logs = await pool.query<{ kind: string; addresses: string }>(
    `select kind, string_agg(content, '') as addresses from import_undo_logs where import_undo_id in ($1, $2) group by kind`,
    [first, last],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The undo is gone.');
  const linesOf = (text: string) => text.split('\n').slice(0, -1).sort();
  return { ...row, logs: Object.fromEntries(logs.rows.map(({ kind, addresses }) => [kind, linesOf(addresses)])) };
}
