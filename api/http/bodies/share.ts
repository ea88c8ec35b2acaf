import { TooMuchConcurrently } from '../errors.ts';

/** Rest of a number of bytes that all organizations share, and of which each may use a part. */
export interface Share {
  open(organizationId: number): Claim;
}

/** The bytes of one body. */
export interface Claim {
  /** Raises the claim to so many bytes. @throws TooMuchAtOnce when they are not free. */
  raise(bytes: number): void;
  close(): void;
}

/** Creates a share of bytes, all of them free. */
export function createShare({ all, ofOne }: { readonly all: number; readonly ofOne: number }): Share {
  const used = new Map<number, number>();
  let usedByAll = 0;

  const add = (organizationId: number, bytes: number) => {
    usedByAll += bytes;
    const rest = (used.get(organizationId) ?? 0) + bytes;
    if (rest === 0) used.delete(organizationId);
    else used.set(organizationId, rest);
  };
  return {
    open: (organizationId) => {
      let claimed = 0;
      return {
        raise: (bytes) => {
          const more = bytes - claimed;
          if (more <= 0) return;
          if ((used.get(organizationId) ?? 0) + more > ofOne) throw new TooMuchConcurrently('too_much_at_once');
          if (usedByAll + more > all) throw new TooMuchConcurrently('busy');
          add(organizationId, more);
          claimed = bytes;
        },
        close: () => {
          if (claimed > 0) add(organizationId, -claimed);
          claimed = 0;
        },
      };
    },
  };
}
