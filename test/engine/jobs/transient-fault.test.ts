import { describe, expect, it } from 'vitest';
import { isTransientFault } from '../../../engine/jobs/transient-fault.ts';

describe('the reason for which a task was parked', () => {
  it.each([
    'connect ECONNREFUSED 127.0.0.1:5432',
    'Connection terminated unexpectedly',
    'Postgres refused the work with SQLSTATE 57P03.',
    'Postgres refused the work with SQLSTATE 53100.',
    'Postgres refused the work with SQLSTATE 25006.',
    'ENOSPC: no space left on device, write',
    'EDQUOT: disk quota exceeded, write',
    'EROFS: read-only file system, open',
    'EIO: i/o error, read',
    'ESTALE: stale file handle, read',
  ])('is transient: %s', (reason) => {
    expect(isTransientFault(reason)).toBe(true);
  });

  it.each([
    'Postgres refused the work with SQLSTATE 22000.',
    'Postgres refused the work with SQLSTATE 23514.',
    'The source has changed since it was scanned.',
    'A row named EIOS is too long.',
  ])('is permanent: %s', (reason) => {
    expect(isTransientFault(reason)).toBe(false);
  });
});
