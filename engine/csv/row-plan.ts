import type { ImportOptions } from '../domain/subscriber-imports.ts';
import type { EmailFormat, SubscriberStatus } from '../domain/subscribers.ts';
import type { CustomField, NewOption } from '../values/custom-field.ts';

/** All that decides what a row of an import becomes. */
export interface RowPlan {
  readonly options: ImportOptions;
  readonly list: {
    readonly hasFormat: boolean;
    readonly hasConfirmed: boolean;
    readonly primaryKeyFieldId: number | null;
  };
  /** The fields that apply to the list: its own and the global ones. */
  readonly fields: readonly CustomField[];
  /** The organization's zone, for times without an offset. */
  readonly timeZone: string;
  /** Whether rows are read for the options that their columns create: words of such columns are taken for valid. */
  readonly findsNewOptions?: boolean;
}

/** A valid row, normalised; times are ISO 8601 in UTC. */
export interface StagedRow {
  readonly rowNumber: number;
  readonly key: string;
  readonly email: string;
  /** Null: a new subscriber is active, an existing one keeps its status. */
  readonly status: SubscriberStatus | null;
  /** Null on a list without the format field; `confirmed` and `confirmTime` likewise. */
  readonly emailFormat: EmailFormat | null;
  readonly confirmed: boolean | null;
  readonly confirmTime: string | null;
  readonly subscribeTime: string | null;
  readonly subscribeIp: string | null;
  readonly removeTime: string | null;
  readonly removeIp: string | null;
  /** JSON text of `{ [field id]: value | null }`; null clears the field, an absent one takes the import's default. */
  readonly customFields: string;
  /** Whether customFields has a null. */
  readonly clearsFields: boolean;
}

/** A cell that could not be read, and that its row was imported without. */
export interface BlankCell {
  /** Number of its column, from 1. */
  readonly column: number;
  /** Entry or name of the field that the column is mapped to. */
  readonly name: string;
  readonly cell: string;
  readonly reason: string;
}

/** A row to stage, or why it failed. */
export type RowOutcome = StagedRowOutcome | FailedRowOutcome;

interface StagedRowOutcome {
  readonly row: StagedRow;
  readonly error?: never;
  /** The cells that could not be read and were left blank; absent without any. */
  readonly blanks?: readonly BlankCell[];
  /** The options that its cells create; absent unless they are looked for. */
  readonly newOptions?: readonly NewOption[];
}

export interface FailedRowOutcome {
  readonly error: string;
  /** The keys that could be read although the row failed, of other rows that it holds as well. */
  readonly keys: readonly string[];
  /** Whether the row may be of a person whose key is not among them. */
  readonly isUnread: boolean;
  /** The text of the rows that it holds, the first one its own; absent unless it holds several. */
  readonly rows?: readonly string[];
}
