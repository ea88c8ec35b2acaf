import { formatCount, formatCountOf } from '../../parts/format.ts';
import { columnName } from './column-name.ts';
import type { Analysis } from './draft.ts';
import { BUILT_IN } from './entry-type.ts';
import { decidingEntry, isAboutConsent } from './open-consent.ts';
import type { OpenColumn } from './open-consent.ts';

interface ConsentQuestionProps {
  analysis: Analysis;
  open: readonly OpenColumn[];
  /** Gives a column an entry by which it decides. */
  onDecide: (column: number, entry: string) => void;
  onLeaveOut: (column: number, isLeftOut: boolean) => void;
}

/** The question what becomes of people of whom a column says that they left, while no field of the mapping says so. */
export function ConsentQuestion({ analysis, open, onDecide, onLeaveOut }: ConsentQuestionProps) {
  if (open.length === 0) return null;
  const numbers = new Set(open.map(({ column }) => column.number));
  const notice = analysis.notices.find(
    (each) => isAboutConsent(each) && each.columns.some((column) => numbers.has(column)),
  );
  return (
    <section class="panel warning" aria-label="Who gets mail">
      {notice !== undefined && <p>{notice.message}</p>}
      {open.map(({ column, consent, entry, isLeftOut }) => (
        <fieldset key={column.number} class="plain">
          <legend>{columnName(column)}</legend>
          <p>{sentenceOf(consent, analysis.sample.rows)}</p>
          {!consent.is_text && (
            <button type="button" onClick={() => onDecide(column.number, decidingEntry({ column, consent }))}>
              {`Let it decide: give it the field ${labelOf(decidingEntry({ column, consent }))}`}
            </button>
          )}
          <label class="check">
            <input
              type="checkbox"
              checked={isLeftOut}
              onChange={(event) => onLeaveOut(column.number, event.currentTarget.checked)}
            />
            {entry === '' ? 'Leave it out for this import' : `Import it as ${labelOf(entry)} alone`}: people who left by
            this column get mail, unless their status comes from another column or from the rules.
          </label>
        </fieldset>
      ))}
    </section>
  );
}

function sentenceOf({ leavers, is_text }: OpenColumn['consent'], rows: number): string {
  if (leavers === 0) return 'This column speaks of people who left, or of consent.';
  const said = is_text ? 'this text speaks of leaving' : 'this column does not say that the person wants mail';
  return `In ${formatCount(leavers)} of the first ${formatCountOf(rows, 'row')} ${said}.`;
}

function labelOf(entry: string): string {
  return BUILT_IN.find(({ name }) => name === entry)?.label ?? entry;
}
