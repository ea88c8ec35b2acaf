import { SEGMENT_BOUNDS } from '../../../../engine/domain/segment-bounds.ts';
import { ConditionInputs } from './condition-inputs.tsx';
import { isGroup, newCondition, newGroup } from './clause-draft.ts';
import type { Condition, Group } from './clause-draft.ts';
import type { ClausePlace } from './subjects.ts';

/** The outermost group is one more level where any of its conditions may hold. */
const DEEPEST = SEGMENT_BOUNDS.segmentDepth.max - 1;

interface ClauseGroupProps {
  group: Group;
  /** The heading of the group. */
  legend: string;
  place: ClausePlace;
  /** The place of its clauses in the body: `clause.0.clauses`. */
  path: string;
  /** By the place of a condition. */
  faults: ReadonlyMap<string, string>;
  depth?: number;
  onChange: (group: Group) => void;
}

/** Conditions of which all or any must hold, and groups of such ones. */
export function ClauseGroup({ group, legend, place, path, faults, depth = 1, onChange }: ClauseGroupProps) {
  const { match, parts } = group;
  const change = (at: number, part: Condition | Group | null) =>
    onChange({ ...group, parts: parts.flatMap((each, index) => (index === at ? (part ?? []) : each)) });
  const add = (part: Condition | Group) => onChange({ ...group, parts: [...parts, part] });
  return (
    <fieldset class="plain">
      <legend>{legend}</legend>
      {parts.length > 1 && (
        <select
          class="match"
          aria-label={`${legend}: how many must hold`}
          value={match}
          onChange={({ currentTarget: { value } }) => onChange({ ...group, match: value === 'any' ? 'any' : 'all' })}
        >
          <option value="all">All of these hold</option>
          <option value="any">At least one of these holds</option>
        </select>
      )}
      {parts.map((part, at) => {
        const own = `${path}.${at}`;
        if (!isGroup(part))
          return (
            <ConditionInputs
              key={part.key}
              condition={part}
              name={depth === 1 ? `Condition ${at + 1}` : `${legend}, condition ${at + 1}`}
              place={place}
              fault={faults.get(own) ?? null}
              onChange={(changed) => change(at, changed)}
            />
          );
        const name = depth === 1 ? `Group ${at + 1}` : `${legend}.${at + 1}`;
        return (
          <div key={part.key} class="inset">
            <ClauseGroup
              {...{ place, faults }}
              group={part}
              legend={name}
              path={`${own}.clauses`}
              depth={depth + 1}
              onChange={(changed) => change(at, changed.parts.length === 0 ? null : changed)}
            />
          </div>
        );
      })}
      <div class="actions">
        <button type="button" class="link" onClick={() => add(newCondition())}>
          Add a condition
        </button>
        {depth < DEEPEST && (
          <button type="button" class="link" onClick={() => add(newGroup('any'))}>
            Add a group
          </button>
        )}
      </div>
    </fieldset>
  );
}
