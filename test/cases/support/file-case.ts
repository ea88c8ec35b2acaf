/** A call with a file of test/cases/imports, and what is right, whichever way it is imported. */
export interface FileCase {
  readonly file: string;
  readonly fields?: readonly Field[];
  readonly mapping: 'auto' | readonly string[];
  /** Settings of the import. */
  readonly settings?: Settings;
  /** Settings that the command line does not have. */
  readonly ofApi?: object;
  /** Subscribers that the list has before. */
  readonly known?: readonly Subscriber[];
  /** Text of a file that is imported first, with the columns of its header. */
  readonly before?: string;
  readonly right: Right | Refusal;
}

export interface Right {
  /** The list after the import: address, status and fields of each subscriber, as an export has them. */
  readonly people: readonly string[];
  /** Outcomes of the records that are not 0. */
  readonly counts: Readonly<Record<string, number>>;
  readonly deactivated?: number;
  /** Codes of all notices. */
  readonly notices?: readonly string[];
  /** Number, first cell and reason of each failed row. */
  readonly failed?: readonly (readonly [row: number, cell: string, reason: string])[];
  /** Times of leaving, by address. */
  readonly left?: Readonly<Record<string, string>>;
}

/** The sentence that a file is refused with, when its import is created or when it runs. */
export interface Refusal {
  readonly refusal: string;
}

/** A field of the list, as the API takes it. */
export interface Field {
  readonly name: string;
  readonly field_type: string;
  readonly [attribute: string]: unknown;
}

interface Settings {
  readonly file_format?: { readonly character_set?: string; readonly decimal_mark?: '.' | ',' };
  readonly max_failed_records?: number;
  readonly begins_at?: string;
  readonly overwrite?: boolean;
  readonly deactivate_subscribers_not_in_import?: boolean;
}

export interface Subscriber {
  readonly email: string;
  readonly status: string;
}
