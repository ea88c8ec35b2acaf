import { isOptionName } from './custom-field.ts';
import type { CellParser, CustomField, FieldOption } from './custom-field.ts';
import { optionFinder, optionSorter } from './value-rules.ts';

/** Format of the cells of a field with options. */
export interface ChoiceFormat {
  /** Separator of the choices in a cell; absent: one of the usual marks. */
  readonly separator?: string | undefined;
  /** Whether names that are no options are to become options. */
  readonly createsOptions?: boolean | undefined;
  /** Called with each such name while options are searched; its cell is valid then, with a value that is no option. */
  readonly onNewOption?: ((name: string) => void) | undefined;
}

/** Stands for an option that has no id yet. */
const NO_ID = 0;

/** The parser of cells that name one option. */
export function choiceCell(field: CustomField, { createsOptions, onNewOption }: ChoiceFormat): CellParser {
  const find = optionFinder(field);
  const error = `${field.name} is not one of the field's options${createsOptions === true ? NOT_CREATED : ''}`;
  return (cell) => {
    const whole = find(cell);
    if (whole !== undefined) return { value: whole.id };
    const [name = cell, ...others] = listedNames(cell) ?? [cell];
    const only = others.length === 0 ? find(name) : undefined;
    if (only !== undefined) return { value: only.id };
    if (onNewOption === undefined || others.length > 0 || !isOptionName(name.trim())) return { error };
    onNewOption(name.trim());
    return { value: NO_ID };
  };
}

/** The parser of cells that name any number of options; the value has their ids in the order of the field. */
export function choicesCell(field: CustomField, { separator, createsOptions, onNewOption }: ChoiceFormat): CellParser {
  const find = optionFinder(field);
  const idsOf = optionSorter(field);
  const separators = separator === undefined ? NAME_SEPARATORS : [separator];
  const notKnown = `${field.name} names a choice that is not one of the field's options`;
  const error = notKnown + (createsOptions === true ? NOT_CREATED : '');
  const severalError = `${notKnown}, and may have several: say with the separator of the column what stands between them`;
  const partsOf = mostParts(field, separators);
  const hasMarks = separators.some((each) => partsOf(each) > 1);
  const joinedOptions = hasMarks ? (cell: string) => optionsIn(cell, separators, { find, partsOf }) : null;
  const known = (names: readonly string[]) => {
    const options = names.map(find).filter((option) => option !== undefined);
    return options.length === names.length ? { value: idsOf(options) } : null;
  };

  return (cell) => {
    const whole = find(cell);
    if (whole !== undefined) return { value: [whole.id] };
    const listed = listedNames(cell);
    const ofList = listed === null ? null : known(listed);
    if (ofList !== null) return ofList;
    for (const each of separators) {
      const value = known(namesIn(cell, each));
      if (value !== null) return value;
    }
    const joined = joinedOptions?.(cell) ?? null;
    if (joined !== null) return { value: idsOf(joined) };
    if (createsOptions !== true) return { error };
    // A mark may stand between two names, or in one.
    if (listed === null && separator === undefined && NAME_MARKS.test(cell)) return { error: severalError };
    const names = (listed ?? (separator === undefined ? [cell] : namesIn(cell, separator))).map((name) => name.trim());
    if (onNewOption === undefined || !names.every(isOptionName)) return { error };
    names.filter((name) => find(name) === undefined).forEach(onNewOption);
    return { value: [NO_ID] };
  };
}

/** The parts into which a separator divides the name of an option, at most. */
function mostParts(
  { options }: CustomField,
  separators: readonly (string | RegExp)[],
): (separator: string | RegExp) => number {
  const parts = (separator: string | RegExp) =>
    options.reduce((most, { name }) => Math.max(most, name.split(separator).length), 1);
  const most = new Map(separators.map((separator) => [separator, parts(separator)]));
  return (separator) => most.get(separator) ?? 1;
}

/** Parts of a cell that are looked at: each is tried with those after it, as many as the name of an option has. */
const MOST_PARTS = 64;

/** The options that a cell names, of which some hold the separator in their names: the longest name counts. Null where a part is none. */
function optionsIn(
  cell: string,
  separators: readonly (string | RegExp)[],
  {
    find,
    partsOf,
  }: { readonly find: ReturnType<typeof optionFinder>; readonly partsOf: (separator: string) => number },
): FieldOption[] | null {
  for (const separator of separators) {
    if (typeof separator !== 'string') continue;
    const parts = cell.split(separator);
    if (parts.length > MOST_PARTS) continue;
    const found = namedBy(parts, separator, { find, most: partsOf(separator) });
    if (found !== null) return found;
  }
  return null;
}

function namedBy(
  parts: readonly string[],
  separator: string,
  { find, most }: { readonly find: ReturnType<typeof optionFinder>; readonly most: number },
): FieldOption[] | null {
  const found: FieldOption[] = [];
  for (let at = 0; at < parts.length;) {
    let end = Math.min(parts.length, at + most);
    let option = find(parts.slice(at, end).join(separator));
    while (option === undefined && end > at + 1) option = find(parts.slice(at, --end).join(separator));
    if (option === undefined) return null;
    found.push(option);
    at = end;
  }
  return found;
}

/** Reason why a word of a column that creates options becomes no option. */
const NOT_CREATED = ', and could not become one';

const NAME_MARKS = /[|;,\n]/;
/** Separators of names, tried in turn: an option's own name may hold a comma. */
const NAME_SEPARATORS = ['|', ';', ',', '\n', NAME_MARKS];

function namesIn(cell: string, separator: string | RegExp): string[] {
  return cell.split(separator).filter((name) => name.trim() !== '');
}

const LISTED = /^\s*'([^'\\]*)'\s*$/;
/** A name without quotes in the brackets of a list. */
const BARE = /^\s*([^\s'"[\]{}\\](?:[^'"[\]{}\\]*[^\s'"[\]{}\\])?)\s*$/;
const BRACED = /^\{("(?:[^"\\]|\\.)*"|[^",{}\\]+)(?:,("(?:[^"\\]|\\.)*"|[^",{}\\]+))*\}$/;

/** The names of an array as other programs write one: `["A","B"]`, `['A', 'B']`, `[A, B]`, `{A,"B C"}`; null for any other cell. */
function listedNames(cell: string): string[] | null {
  if (BRACED.test(cell)) return listedNames(`[${cell.slice(1, -1).replace(PART, quotedPart)}]`);
  if (!cell.startsWith('[') || !cell.endsWith(']')) return null;
  try {
    const names: unknown = JSON.parse(cell);
    const isText = (name: unknown) => typeof name === 'string' || typeof name === 'number' || typeof name === 'boolean';
    return Array.isArray(names) && names.every(isText) ? names.map(String) : null;
  } catch {
    const parts = cell.slice(1, -1).split(',');
    return namesLike(LISTED, parts) ?? namesLike(BARE, parts);
  }
}

/** The first group of a pattern in each part; null where it does not match one. */
function namesLike(pattern: RegExp, parts: readonly string[]): string[] | null {
  const names = parts.map((part) => pattern.exec(part)?.[1]);
  return names.every((name) => name !== undefined) ? names : null;
}

const PART = /"(?:[^"\\]|\\.)*"|[^,]+/g;

function quotedPart(part: string): string {
  return part.startsWith('"') ? part : JSON.stringify(part);
}
