import { useState } from 'preact/hooks';
import { SEPARATOR_CHARACTERS } from '../../../engine/domain/column-rule-limits.ts';
import { Choice } from './choice.tsx';
import { columnName } from './column-name.ts';
import { ruleKeysOf } from './column-rule.ts';
import type { ColumnRule, RuleChoices, RuleKey } from './column-rule.ts';
import type { Analysis } from './draft.ts';
import type { Field } from './entry-type.ts';
import { meaningsOf } from './meanings.ts';
import { WordList } from './word-list.tsx';

interface ColumnReadingProps {
  analysis: Analysis;
  /** The place of the column, from 0. */
  at: number;
  fields: readonly Field[];
  /** The field or built-in entry that the column feeds. */
  entry: string;
  rule: ColumnRule | null;
  onChange: (choices: RuleChoices) => void;
}

/** Controls of the rule of a column: those that mean something for its entry. */
export function ColumnReading({ analysis, at, fields, entry, rule, onChange }: ColumnReadingProps) {
  const [isOpen, setOpen] = useState(false);
  const column = analysis.columns[at];
  const keys = ruleKeysOf(entry, fields, analysis.primary_key);
  if (column === undefined || keys.size === 0) return null;
  const name = columnName(column);
  return (
    <>
      <details class="reading" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          How its cells are read<span class="visually-hidden">: {name}</span>
        </summary>
        {isOpen && (
          <div role="group" aria-label={`How the cells of ${name} are read`}>
            <Choices keys={keys} rule={rule} onChange={onChange} />
            <WordList
              values={rule?.values ?? {}}
              meanings={meaningsOf(entry, fields)}
              sample={[...column.samples, ...analysis.sample.first_rows.map((cells) => cells[at] ?? '')]}
              onChange={(word, meaning) => onChange({ values: { [word]: meaning } })}
            />
          </div>
        )}
      </details>
      {rule !== null && <p class="hint">{said(rule)}</p>}
    </>
  );
}

interface Control {
  readonly key: Exclude<RuleKey, 'values' | 'separator'>;
  readonly label: string;
  /** The empty one is the reading without a rule. */
  readonly options: readonly (readonly [value: string, label: string])[];
}

const CONTROLS: readonly Control[] = [
  {
    key: 'date_format',
    label: 'Dates such as 03/04',
    options: [
      ['', 'As in the whole file'],
      ['mdy', 'Month first'],
      ['dmy', 'Day first'],
    ],
  },
  {
    key: 'decimal_mark',
    label: 'Decimals such as 1,5',
    options: [
      ['', 'As in the whole file'],
      ['.', 'Behind a point'],
      [',', 'Behind a comma'],
    ],
  },
  {
    key: 'create_options',
    label: 'A word that is no option of the field',
    options: [
      ['', 'Cannot be read'],
      ['true', 'Becomes a new option'],
    ],
  },
  {
    key: 'invalid',
    label: 'A cell that cannot be read',
    options: [
      ['', 'Its row fails'],
      ['leave_blank', 'Import the person without it'],
    ],
  },
  {
    key: 'blank',
    label: 'A blank cell',
    options: [
      ['', 'Clears the stored value'],
      ['keep', 'Keeps the stored value'],
    ],
  },
  {
    key: 'overwrite',
    label: 'Stored values are replaced',
    options: [
      ['', 'As the rules below say'],
      ['always', 'Always'],
      ['if_blank', 'Only if blank'],
      ['never', 'Never'],
    ],
  },
];

interface ChoicesProps {
  keys: ReadonlySet<RuleKey>;
  rule: ColumnRule | null;
  onChange: (choices: RuleChoices) => void;
}

function Choices({ keys, rule, onChange }: ChoicesProps) {
  return (
    <>
      {keys.has('separator') && (
        <label>
          {SEPARATOR}
          <input
            maxLength={SEPARATOR_CHARACTERS}
            placeholder="a usual one, such as , or ;"
            value={rule?.separator ?? ''}
            onInput={({ currentTarget: { value } }) => onChange({ separator: value === '' ? null : value })}
          />
        </label>
      )}
      {CONTROLS.filter(({ key }) => keys.has(key)).map(({ key, label, options }) => (
        <Choice
          key={key}
          label={label}
          value={String(rule?.[key] ?? '')}
          options={options}
          onChange={(value) => onChange({ [key]: value === '' ? null : value === 'true' || value })}
        />
      ))}
      {keys.has('overwrite') && (
        <p class="hint">The last two are for subscribers that the list has already, if they are updated.</p>
      )}
    </>
  );
}

const SEPARATOR = 'Mark between choices';

/** A sentence for each key of a rule, its words left out. */
function said(rule: ColumnRule): string {
  const chosen = CONTROLS.flatMap(({ key, label, options }) => {
    const option = options.find(([value]) => value === String(rule[key]));
    return option === undefined ? [] : [`${label}: ${option[1].toLowerCase()}.`];
  });
  return [...(rule.separator === undefined ? [] : [`${SEPARATOR}: ${rule.separator}`]), ...chosen].join(' ');
}
