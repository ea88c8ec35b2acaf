import { optionName } from '../../values/custom-field-values.ts';
import type { CustomField } from '../../values/custom-field.ts';
import { TEXT_OPERATORS } from '../../domain/segment-clauses.ts';
import type { LeafClause } from '../../values/segment-clause.ts';
import { textCondition } from './text-sql.ts';
import { sql } from '../core/slonik.ts';

type Fragment = ReturnType<typeof sql.fragment>;
type FieldClause = Extract<LeafClause, { type: 'custom_field' }>;

/** The condition on a subscriber's value of a field; no subscriber matches one about a deleted field. */
export function fieldCondition({ operator, value }: FieldClause, field: CustomField | undefined): Fragment {
  if (field === undefined) return sql.fragment`false`;
  const stored = sql.fragment`(subscribers.custom_fields -> ${String(field.id)})`;
  const text = sql.fragment`(subscribers.custom_fields ->> ${String(field.id)})`;
  if (operator === 'is blank') return isBlank(field, stored, text);
  if (operator === 'is not blank') return sql.fragment`not ${isBlank(field, stored, text)}`;

  switch (field.fieldType) {
    case 'text':
    case 'text_multiline':
      return textCondition(text, TEXT_OPERATORS.find((known) => known === operator) ?? 'is', String(value));
    case 'number':
      // A comparison of numbers that decides nothing for a blank value says no, but for the one that asks for a difference.
      return operator === '!='
        ? sql.fragment`${text}::numeric is distinct from ${Number(value)}::numeric`
        : sql.fragment`coalesce(${text}::numeric ${signOf(operator)} ${Number(value)}::numeric, false)`;
    case 'date':
    case 'day_of_year':
      // Dates are stored so that they sort as text.
      return sql.fragment`coalesce(${text} collate "C" ${signOf(operator)} ${String(value)}, false)`;
    case 'boolean':
      return sql.fragment`coalesce(${stored} = to_jsonb(${value === true}::boolean), false)`;
    case 'select_single_dropdown':
    case 'select_single_radio':
    case 'select_multiple_checkboxes': {
      const isChosen =
        optionName(field, value) !== null
          ? sql.fragment`coalesce(${hasOption(stored, Number(value))}, false)`
          : sql.fragment`false`;
      return operator === 'is not' ? sql.fragment`not ${isChosen}` : isChosen;
    }
  }
}

/** One option id, or an array of which it is a member. */
function hasOption(stored: Fragment, optionId: number): Fragment {
  return sql.fragment`${stored} @> to_jsonb(${optionId}::bigint)`;
}

function isBlank(field: CustomField, stored: Fragment, text: Fragment): Fragment {
  if (!field.fieldType.startsWith('select_')) return sql.fragment`(btrim(coalesce(${text}, '')) = '')`;
  // Ids of options that are gone may still be stored; they are no choices.
  const options = sql.array(
    field.options.map(({ id }) => String(id)),
    'jsonb',
  );
  return sql.fragment`not exists (
    select from jsonb_array_elements(case jsonb_typeof(${stored})
      when 'array' then ${stored} else jsonb_build_array(${stored}) end) as chosen (id)
    where chosen.id = any(${options}))`;
}

function signOf(operator: FieldClause['operator']): Fragment {
  switch (operator) {
    case '<':
    case 'before':
      return sql.fragment`<`;
    case '<=':
      return sql.fragment`<=`;
    case '>':
    case 'after':
      return sql.fragment`>`;
    case '>=':
      return sql.fragment`>=`;
    default:
      return sql.fragment`=`;
  }
}
