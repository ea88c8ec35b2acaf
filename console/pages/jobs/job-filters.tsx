import { useLocation } from 'preact-iso/router';
import { CONSOLE_KINDS } from '../../jobs/console-kinds.ts';
import { Field } from '../../parts/field.tsx';
import { KeptSearch } from '../../parts/kept-search.tsx';

/** Filters of the shown jobs. The address has them, so that a reload or a link shows the same. */
export interface Filters {
  /** The type of a kind; empty for all. */
  readonly kind: string;
  readonly state: string;
  readonly health: string;
  /** `all`: of every organization. */
  readonly of: string;
  /** An id or a part of a name; empty for all. */
  readonly search: string;
}

const STATES: Readonly<Record<string, string>> = {
  unfinished: 'Unfinished',
  '': 'All',
  paused: 'Paused',
  finished: 'Finished',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const HEALTHS: Readonly<Record<string, string>> = { '': 'All', unhealthy: 'Stuck or stalled' };

/** The filters that an address has. */
export function readFilters(query: Readonly<Record<string, string>>): Filters {
  const { kind = '', state = '', health = '', of = '', search = '' } = query;
  return { kind, state: state in STATES ? state : '', health: health in HEALTHS ? health : '', of, search };
}

interface JobFiltersProps {
  filters: Filters;
  isOperator: boolean;
  path: string;
}

/** Chooses which jobs are shown. */
export function JobFilters({ filters, isOperator, path }: JobFiltersProps) {
  const { route } = useLocation();
  const change = (name: keyof Filters, value: string) => {
    const chosen = Object.entries({ ...filters, [name]: value }).filter(([, each]) => each !== '');
    route(`${path}?${new URLSearchParams(chosen)}`, true);
  };
  const titles = CONSOLE_KINDS.map(({ jobType, title }): [string, string] => [jobType, `${title}s`]);
  const kinds = Object.fromEntries<string>([['', 'All'], ...titles]);
  const choices: readonly (readonly [name: keyof Filters, label: string, options: Readonly<Record<string, string>>])[] =
    [
      ['kind', 'Kind', kinds],
      ['state', 'State', STATES],
      ['health', 'Health', HEALTHS],
      ...(isOperator ? [['of', 'Organization', { '': 'Mine', all: 'All' }] as const] : []),
    ];
  return (
    <div class="filters" role="group" aria-label="Filters">
      <KeptSearch
        label={isOperator ? 'Name, list, organization or number' : 'Name, list or number'}
        value={filters.search}
        onChange={(search) => change('search', search)}
      />
      {choices.map(([name, label, options]) => (
        <Field key={name} label={label}>
          {(control) => (
            <select {...control} value={filters[name]} onChange={(event) => change(name, event.currentTarget.value)}>
              {Object.entries(options).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
    </div>
  );
}
