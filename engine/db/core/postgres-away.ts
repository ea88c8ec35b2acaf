import pg from 'pg';
import { BackendTerminatedError, BackendTerminatedUnexpectedlyError, ConnectionError } from 'slonik';

/**
 * Whether a statement failed because Postgres cannot be reached, ends, starts or gives no more connections: the statement itself may
 * be right, and may have taken effect when its connection broke.
 * @param error of a pool of pg or of slonik, or one that has such an error as its cause
 */
export function isPostgresAway(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > CAUSES) return false;
  return isSaidByServer(error) || isSaidByDriver(error) || isPostgresAway(error.cause, depth + 1);
}

/** An error has few causes, each the cause of the one before. */
const CAUSES = 5;

/** Classes 08 and 57P (connections that break, a server that ends or starts), and too many connections. */
const SQLSTATES = /^(?:08...|57P0[1-5]|53300)$/;

function isSaidByServer(error: Error): boolean {
  return error instanceof pg.DatabaseError && SQLSTATES.test(error.code ?? '');
}

const ERRNOS = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** The driver gives these errors no code. */
const BROKEN =
  /^(?:Connection terminated|timeout expired$|timeout exceeded when trying to connect|Client has encountered a connection error)/;

function isSaidByDriver(error: Error): boolean {
  const isOfSlonik = [ConnectionError, BackendTerminatedError, BackendTerminatedUnexpectedlyError].some(
    (type) => error instanceof type,
  );
  return isOfSlonik || BROKEN.test(error.message) || ERRNOS.test((error as NodeJS.ErrnoException).code ?? '');
}
