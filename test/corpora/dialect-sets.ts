/** One of the annotated sets of dialects, with the F1 scores that others published for it. */
export interface DialectSet {
  readonly name: string;
  /** In the copy of CSVsniffer. */
  readonly folder: string;
  readonly annotations: string;
  /** Files that are not read in their dialect at most; one more ends `npm run corpora` with 1. */
  readonly mostWrong: number;
  readonly published: Readonly<Record<string, number>>;
}

/** Published: README of CSVsniffer, "F1 score". Their sets have the files of 4 MiB and more, too. */
export const DIALECT_SETS: readonly DialectSet[] = [
  {
    name: 'POLLOCK',
    folder: 'python/CSV',
    annotations: 'POLLOCK-dialect_annotations.txt',
    mostWrong: 7,
    published: { CSVsniffer: 0.9722, CleverCSV: 0.965, 'csv.Sniffer': 0.9429, DuckDB: 0.9037 },
  },
  {
    name: 'W3C-CSVW',
    folder: 'python/W3C-CSVW',
    annotations: 'W3C-CSVW-dialect_annotations.txt',
    mostWrong: 1,
    published: { CSVsniffer: 0.9673, CleverCSV: 0.7479, 'csv.Sniffer': 0.7299, DuckDB: 0.9862 },
  },
  {
    name: 'CSV Wrangling',
    folder: 'python/CSV_Wrangling',
    annotations: 'CCSV-manual_Dialect_Annotation.txt',
    mostWrong: 13,
    published: { CSVsniffer: 0.8916, CleverCSV: 0.8377, 'csv.Sniffer': 0.7865, DuckDB: 0.7865 },
  },
];
