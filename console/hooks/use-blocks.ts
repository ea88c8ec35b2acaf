import { useEffect, useRef, useState } from 'preact/hooks';
import { BlockReader } from './block-reader.ts';
import type { BlockQuery } from './block-reader.ts';
import type { Listing } from './listing.ts';

/** A listing that is read in blocks as it is scrolled. */
export interface Blocks<Row> {
  readonly reader: BlockReader<Row>;
  /** Name of the listing that it reads. */
  readonly of: string;
}

interface BlocksOptions {
  /** Names the listing: when it changes, another one is read. */
  readonly of: string;
  /** Whether another call counts the rows. */
  readonly isCounted: boolean;
  /** Grows when the rows may have changed. */
  readonly changes: number;
}

/**
 * Reads a listing in blocks; `inputs` are what else the reading depends on.
 * @returns null until the first answer; the listing before until the first answer of another one
 */
export function useBlocks<Row>(
  read: (query: BlockQuery) => Promise<Listing<Row>>,
  inputs: readonly unknown[],
  { of, isCounted, changes }: BlocksOptions,
): Blocks<Row> | null {
  const [shown, setShown] = useState<Blocks<Row> | null>(null);
  const current = useRef<BlockReader<Row> | null>(null);
  useEffect(() => {
    // A new object each time: the reader itself stays the same.
    const reader = new BlockReader(read, () => setShown({ reader, of }));
    current.current = reader;
    return () => reader.close();
  }, [of, ...inputs]);
  const lastChanges = useRef(changes);
  useEffect(() => {
    if (lastChanges.current !== changes) current.current?.expire(isCounted);
    lastChanges.current = changes;
  }, [changes]);
  return shown;
}
