/** A database at some time, as a process has read it. */
export interface SeenDatabase {
  /** A UUID. */
  readonly epoch: string;
  /** Bytes of the write-ahead log that were on the disk by then. Within a timeline they become fewer only where the disk went back. */
  readonly logBytes: number;
}

/** The latest state of the database that a process has read; its sessions share it, and outlast none of it. */
export interface EpochMemory {
  /** Null before the first read, and where the server does not say. */
  readonly last: () => SeenDatabase | null;
  readonly note: (seen: SeenDatabase) => void;
}

/** Creates an empty one. */
export function createEpochMemory(): EpochMemory {
  let last: SeenDatabase | null = null;
  return {
    last: () => last,
    note: (seen) => {
      // A read that was answered later than the next one.
      if (last === null || last.epoch !== seen.epoch || last.logBytes < seen.logBytes) last = seen;
    },
  };
}
