import type { ImportOptions } from '../domain/subscriber-imports.ts';
import type { EmailFormat, SubscriberStatus } from '../domain/subscribers.ts';
import type { CustomField } from '../values/custom-field.ts';

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
}

/** A valid row, normalised; times are ISO 8601 in UTC. */
export interface StagedRow {
  readonly rowNumber: number;
  readonly key: string;
  readonly email: string;
  readonly status: SubscriberStatus;
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

/** A row to stage, or why it failed; `key` is set when it could be read although the row failed. */
export type RowOutcome =
  { readonly row: StagedRow; readonly error?: never } | { readonly error: string; readonly key: string | null };
