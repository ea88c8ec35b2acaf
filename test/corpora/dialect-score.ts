/** Field separator and enclosure of a file. */
export interface Dialect {
  readonly separator: string;
  readonly enclosure: string;
}

/** A file of a set: its dialect by hand, and the one that was detected; null: the file was not read. */
export interface DialectOutcome {
  readonly file: string;
  readonly expected: Dialect;
  readonly found: Dialect | null;
}

/** Quality of the detection of a set's dialects. */
export interface DialectScore {
  readonly files: number;
  readonly read: number;
  readonly rightSeparators: number;
  /** Files whose separator and enclosure are right. */
  readonly right: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/**
 * Scores a set as CSVsniffer's paper does (doi 10.3233/DS-240062, and its test_runner.py). A true positive is a file whose separator and
 * enclosure are both right. A false positive is any other file of which a dialect was detected, a false negative a file of which none was.
 */
export function scoreOf(outcomes: readonly DialectOutcome[]): DialectScore {
  const read = outcomes.flatMap(({ expected, found }) => (found === null ? [] : [{ expected, found }]));
  const withSeparator = read.filter(({ expected, found }) => found.separator === expected.separator);
  const right = withSeparator.filter(({ expected, found }) => found.enclosure === expected.enclosure).length;
  const precision = shareOf(right, read.length);
  const recall = shareOf(right, right + outcomes.length - read.length);
  return {
    files: outcomes.length,
    read: read.length,
    rightSeparators: withSeparator.length,
    right,
    precision,
    recall,
    f1: harmonicMean(precision, recall),
  };
}

/** Whether a file was read in its dialect. */
export function isRight({ expected, found }: DialectOutcome): boolean {
  return found?.separator === expected.separator && found.enclosure === expected.enclosure;
}

/** The harmonic mean of precision and recall; 0 when both are. */
export function harmonicMean(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
