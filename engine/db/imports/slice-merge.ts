import type { FieldOverwrites } from '../../csv/field-overwrites.ts';
import type { ImportOptions } from '../../domain/subscriber-imports.ts';

/** The rows of a chunk that one transaction merges: those with keys after one and up to another; null: from the first, to the last. */
export interface Slice {
  /** Counts from 0 in each chunk. */
  readonly number: number;
  readonly afterKey: string | null;
  readonly upToKey: string | null;
}

/** Parameters of the merge of one slice of a chunk. */
export interface SliceMerge {
  readonly importId: number;
  readonly mailingListId: number;
  /** The table that holds the list's rows (lockPartitionOf). */
  readonly partition: string;
  readonly chunk: number;
  readonly slice: Slice;
  /** Number of indexes of the chunk's keys (countKeyIndexes). */
  readonly indexes: number;
  /** The rows themselves (rowsText) of a slice that is not staged. */
  readonly rows?: string;
  readonly options: ImportOptions;
  readonly list: { readonly hasFormat: boolean; readonly hasConfirmed: boolean; readonly hasAlternateKey: boolean };
  /** Values for fields that a row says nothing of, as JSON text of `{ [field id]: value | null }`; null without any. */
  readonly defaults: string | null;
  /** Set where rules of columns say which stored values of fields are replaced. */
  readonly overwrites: FieldOverwrites | null;
  /** Set when the organization has a subscriber limit. */
  readonly limit: { readonly cutoff: number; readonly room: number } | null;
  /** Whether existing rows are locked before they are looked at; else concurrent writes are missed. */
  readonly locking: boolean;
  /** Whether addresses are logged; else the logs say how many are left out. */
  readonly isLogged: boolean;
  /** Set where the merge writes what was there before; a dry run writes none. */
  readonly image?: { readonly firstId: number } | null;
  readonly autoresponders: { readonly onAdded: readonly number[]; readonly onUpdated: readonly number[] };
}

/** Adds a value to the parameters of a statement. @returns what stands for it in the text, with its type */
export type Parameter = (value: unknown, type: string) => string;
