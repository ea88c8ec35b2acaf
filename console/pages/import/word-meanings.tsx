import { formatCount } from '../../parts/format.ts';
import { STATUSES, statusName } from '../../parts/statuses.ts';
import { columnName } from './column-name.ts';
import type { ColumnRule } from './column-rule.ts';
import type { Analysis } from './draft.ts';
import type { Field } from './entry-type.ts';
import { meaningName, meaningsOf, wordName } from './meanings.ts';

interface WordMeaningsProps {
  columns: Analysis['columns'];
  /** The entry of each column. */
  mapping: readonly string[];
  /** The rule of each column. */
  rules: readonly (ColumnRule | null)[];
  fields: readonly Field[];
  /** Number of the first rows by status; null: not known with these entries and rules. */
  statuses: Analysis['sample']['statuses'] | null;
}

/** The meanings of the columns' words, and the number of the first rows that get each status by them. */
export function WordMeanings({ columns, mapping, rules, fields, statuses }: WordMeaningsProps) {
  const told = columns.flatMap((column, at) => {
    const { values, invalid } = rules[at] ?? {};
    const entry = mapping[at] ?? '';
    return values === undefined ? [] : [{ column, entry, values, isLeftBlank: invalid === 'leave_blank' }];
  });
  if (told.length === 0) return null;
  return (
    <section class="panel" aria-label="What words mean">
      {told.map(({ column, entry, values, isLeftBlank }) => {
        const meanings = meaningsOf(entry, fields);
        const others = meanings === null ? 'cells mean what they say' : isLeftBlank ? 'words are left blank' : ERRORS;
        return (
          <p key={column.number}>
            In the column <b>{columnName(column)}</b> these words mean, for {entry}:{' '}
            {Object.entries(values)
              .map(([word, meaning]) => `${wordName(word)} – ${meaningName(meaning, meanings)}`)
              .join(', ')}
            . Other {others}.{statuses !== null && column.fit !== null && ` ${fitOf(column.fit)}`}
          </p>
        );
      })}
      {statuses !== null && <p>Of the first rows, {countsOf(statuses)}.</p>}
      {statuses === null && mapping.includes('status') && <p>The check counts who gets which status.</p>}
    </section>
  );
}

function fitOf({ before, after }: NonNullable<Analysis['columns'][number]['fit']>): string {
  return `Of its first values ${percent(after)} fit the field with these meanings, ${percent(before)} without.`;
}

/** Rounds down, so that 100 % is all of them. */
function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}

const ERRORS = 'words are errors of their rows';

function countsOf(statuses: Analysis['sample']['statuses']): string {
  const counts = STATUSES.filter((status) => statuses[status] > 0);
  return counts.map((status) => `${formatCount(statuses[status])} would be ${statusName(status)}`).join(', ');
}
