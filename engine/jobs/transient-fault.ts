/** Matches the errno of a full file store in the message of a failed activity. */
export const FILES_FULL = /\b(?:ENOSPC|EDQUOT)\b/;

/** Matches the errno of a folder that cannot be read or written, and the message of a file store that is a service and failed. */
export const FILES_DOWN = /\b(?:EACCES|EPERM|EROFS|EIO|ESTALE|ENOTCONN|ENODEV|ENXIO)\b|The file store failed \(/;

const CONNECTION_BROKEN = /\b(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)\b|[Cc]onnection terminated|connection timeout/;

/** Matches SQLSTATEs of a server that is unreachable, starting, stopping, a standby or recovering, or out of disk space. */
const POSTGRES_UNAVAILABLE = /SQLSTATE (?:08|53|57|58)[0-9A-Z]{3}|SQLSTATE (?:55000|25006)/;

/** Whether a task was parked for a transient failure of a dependency, so that a retry may succeed. */
export function isTransientFault(reason: string): boolean {
  return [FILES_FULL, FILES_DOWN, CONNECTION_BROKEN, POSTGRES_UNAVAILABLE].some((pattern) => pattern.test(reason));
}
