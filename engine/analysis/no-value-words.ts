/** Words of programs for a cell without a value; zero is one. */
const MARKS = /^(?:\\n|n\/a|#n\/a|\((?:blank|null)\)|<null>|#(?:null!|div\/0!|value!|ref!|name\?|num!|spill!|calc!))$/i;
/** Words of programs that may be names of people: written as no name is, and only where a column has several. */
const WORDS = /^(?:NULL|null|nan|NaN|NAN|undefined)$/;
/** These words as names are written. */
const NAMES = /^(?:Null|Nan|Undefined)$/;

/**
 * The words of a column of texts that stand for no value: those of which none is a name, such as `\N` and `#N/A`, wherever they are,
 * and `NULL` and `nan` where the column has several of them, and none as a name is written.
 */
export function noValueWords(values: readonly string[]): string[] {
  const marks = values.filter((value) => MARKS.test(value));
  const words = values.some((value) => NAMES.test(value)) ? [] : values.filter((value) => WORDS.test(value));
  const isSure = marks.length + words.length > 1;
  return [...new Set(isSure ? [...marks, ...words] : marks)];
}

/** Whether a text may stand for no value: as `noValueWords`, but also where a column has one alone. */
export function mayBeNoValue(value: string): boolean {
  return MARKS.test(value) || WORDS.test(value);
}
