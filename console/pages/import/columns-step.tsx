import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { FieldForm } from '../../parts/field-form.tsx';
import { toFieldInput } from '../../parts/field-types.ts';
import type { FieldInput } from '../../parts/field-types.ts';
import { formatCount, formatCountOf } from '../../parts/format.ts';
import { Notices } from '../../parts/notices.tsx';
import { useApi } from '../../session/session.tsx';
import { choicesKey } from './column-rule.ts';
import { chooseEntry, chooseFormat, chooseRule, mappingOf, rulesOf } from './draft.ts';
import type { Analysis, Draft, useDraft } from './draft.ts';
import type { Field } from './entry-type.ts';
import { FormatControls } from './format-controls.tsx';
import { LeftOutColumns } from './left-out-columns.tsx';
import { fieldChoiceId, MappingTable } from './mapping-table.tsx';
import { isAboutConsent, decidingEntry } from './open-consent.ts';
import type { OpenColumn } from './open-consent.ts';
import type { RuleSet } from './rule-set.ts';
import { SavedRules } from './saved-rules.tsx';
import { WordMeanings } from './word-meanings.tsx';
import { columnName } from './column-name.ts';
import { BUILT_IN } from './entry-type.ts';

interface ColumnsStepProps {
  listId: number;
  analysis: Analysis;
  isAnalyzing: boolean;
  fields: readonly Field[];
  onFields: () => void;
  /** Saved rules of the organization. */
  sets: readonly RuleSet[];
  /** Those that are used; null: none. */
  saved: RuleSet | null;
  onSaved: () => void;
  draft: Draft;
  onChange: ReturnType<typeof useDraft>['change'];
  /** Columns of consent that decide no status. */
  open: readonly OpenColumn[];
  /** Problems that prevent the import of the mapping, as sentences; empty when there are none. */
  problems: readonly string[];
}

/** The second step: how the file is read, and the field that each column goes to. */
export function ColumnsStep({
  listId,
  analysis,
  isAnalyzing,
  fields,
  onFields,
  sets,
  saved,
  onSaved,
  draft,
  onChange,
  open,
  problems,
}: ColumnsStepProps) {
  const { client } = useApi();
  const [creatingFor, setCreatingFor] = useState<number | null>(null);
  const mapping = mappingOf(draft, analysis);
  const rules = rulesOf({ draft, analysis, fields, saved });
  const choose = (column: number, entry: string) => onChange(chooseEntry(draft, column, entry));
  const { records, sample, warnings, notices } = analysis;
  const { skip_lines: skipped = 0, csv_has_headers: hasHeader } = analysis.file_format;
  // A CSV's rows count from the first record, those of a workbook are the sheet's.
  const above = analysis.sheets === null ? skipped + (hasHeader ? 1 : 0) : 0;
  const rowInSheet = (row: number | undefined) => formatCount(row === undefined ? null : row + above);
  const isSuggested = mapping.every((entry, at) => entry === (analysis.columns[at]?.suggestion ?? ''));
  const creating = analysis.columns.find(({ number }) => number === creatingFor);
  const createField = async (column: number, input: FieldInput) => {
    const { name } = await dataOf(
      client.POST('/mailing_lists/{id}/custom_fields', {
        params: { path: { id: listId } },
        body: { custom_field: input },
      }),
    );
    onFields();
    onChange((latest) => chooseEntry(latest, column, name));
  };

  return (
    <>
      <p aria-live="polite">
        {records.estimate !== null && (
          <>
            {records.is_exact ? '' : 'About '}
            <b>{formatCountOf(records.estimate, 'row')}</b>
            {'. '}
          </>
        )}
        {sample.failed === 0
          ? `No errors in the first ${formatCountOf(sample.rows, 'row')}.`
          : `${formatCount(sample.failed)} of the first ${formatCountOf(sample.rows, 'row')} would fail as suggested, for example row ${rowInSheet(sample.failures[0]?.row)}: ${sample.failures[0]?.message ?? ''}.`}
      </p>
      <FormatControls
        analysis={analysis}
        chosen={draft.format}
        isBusy={isAnalyzing}
        onChoose={(format) => onChange(chooseFormat(draft, format))}
      />
      {warnings.map(({ code, message }) => (
        <p key={code} class="panel warning">
          {message}
        </p>
      ))}
      <Notices
        notices={notices.filter(
          (each) => !isAboutConsent(each) && !ELSEWHERE.has(each.code) && (isSuggested || !OF_MAPPING.has(each.code)),
        )}
      />
      <MappingTable
        analysis={analysis}
        mapping={mapping}
        rules={rules}
        fields={fields}
        onChoose={choose}
        onCreate={(column) => setCreatingFor(column)}
        onRule={(column, entry, choices) => onChange(chooseRule(draft, choicesKey(column, entry), choices))}
      />
      <LeftOutColumns
        {...{ analysis, mapping, draft }}
        onCreate={(column, field) => createField(column, toFieldInput(field))}
        onLeaveOut={(columns) =>
          onChange((latest) => ({
            mapping: { ...latest.mapping, ...Object.fromEntries(columns.map((column) => [column, ''])) },
          }))
        }
      />
      <SavedRules {...{ sets, mapping, rules, onSaved }} chosen={saved} onChoose={(ruleSet) => onChange({ ruleSet })} />
      <WordMeanings
        columns={analysis.columns}
        mapping={mapping}
        rules={rules}
        fields={fields}
        statuses={isAsSuggested(draft, analysis) ? sample.statuses : null}
      />
      <ConsentQuestion
        analysis={analysis}
        open={open}
        onDecide={(column, entry) => {
          choose(column, entry);
          document.getElementById(fieldChoiceId(column))?.focus();
        }}
        onLeaveOut={(column, isLeftOut) =>
          onChange({ leftOut: [...draft.leftOut.filter((each) => each !== column), ...(isLeftOut ? [column] : [])] })
        }
      />
      {creating !== undefined && (
        <FieldForm
          key={creating.number}
          name={creating.name ?? ''}
          onCancel={() => setCreatingFor(null)}
          create={async (input) => {
            await createField(creating.number, input);
            setCreatingFor(null);
          }}
        />
      )}
      {problems.length > 0 && (
        <ul class="panel warning problems">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Notices of what the suggested mapping leaves out. */
const OF_MAPPING: ReadonlySet<string> = new Set(['unfit_column']);
/** Notices with a place of their own in this step. */
const ELSEWHERE: ReadonlySet<string> = new Set(['not_imported']);

/** Whether no column has another entry or another rule than the analysis counted its rows with. */
function isAsSuggested(draft: Draft, analysis: Analysis): boolean {
  if (draft.recorded !== null) return false;
  const mapping = mappingOf(draft, analysis);
  return analysis.columns.every(({ number, suggestion }, at) => {
    const entry = mapping[at] ?? '';
    return entry === (suggestion ?? '') && draft.rules[choicesKey(number, entry)] === undefined;
  });
}

interface ConsentQuestionProps {
  analysis: Analysis;
  open: readonly OpenColumn[];
  /** Gives a column an entry by which it decides. */
  onDecide: (column: number, entry: string) => void;
  onLeaveOut: (column: number, isLeftOut: boolean) => void;
}

/** The question what becomes of people of whom a column says that they left, while no field of the mapping says so. */
function ConsentQuestion({ analysis, open, onDecide, onLeaveOut }: ConsentQuestionProps) {
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
