import { formatCount } from '../../parts/format.ts';
import { STATUSES, statusName } from '../../parts/statuses.ts';
import type { Analysis } from './draft.ts';

interface WordMeaningsProps {
  columns: Analysis['columns'];
  /** One for each column. */
  rules: readonly (NonNullable<Analysis['column_rules']>[number] | null)[];
  statuses: Analysis['sample']['statuses'];
}

/** What the words of columns mean, and how many of the first rows get which status by them. */
export function WordMeanings({ columns, rules, statuses }: WordMeaningsProps) {
  const told = columns.flatMap(({ number, name, suggestion }, at) => {
    const values = rules[at]?.values;
    return values === undefined ? [] : [{ number, name: name ?? `Column ${number}`, entry: suggestion ?? '', values }];
  });
  if (told.length === 0) return null;
  const counts = STATUSES.filter((status) => statuses[status] > 0);
  return (
    <section class="panel" aria-label="What words mean">
      {told.map(({ number, name, entry, values }) => (
        <p key={number}>
          In the column <b>{name}</b> these words mean, for {entry}:{' '}
          {Object.entries(values)
            .map(([word, meaning]) => `${word === '' ? 'a blank cell' : word} – ${meaning === '' ? 'blank' : meaning}`)
            .join(', ')}
          . Other words are errors of their rows.
        </p>
      ))}
      <p>
        Of the first rows,{' '}
        {counts.map((status) => `${formatCount(statuses[status])} would be ${statusName(status)}`).join(', ')}.
      </p>
    </section>
  );
}
