/** What the operating system says, in the message of a failed activity, of a file store without room. */
export const FILES_FULL = /\b(?:ENOSPC|EDQUOT)\b/;

/** What is said of a file store that cannot be used. */
export const FILES_DOWN = /\b(?:EACCES|EPERM|EROFS|EIO|ESTALE|ENOTCONN|ENODEV|ENXIO)\b/;

const CONNECTION_BROKEN = /\b(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)\b|[Cc]onnection terminated|connection timeout/;

/** SQLSTATEs of a server that is away, starting, stopping, or without room. */
const POSTGRES_UNWELL = /SQLSTATE (?:08|53|57|58)[0-9A-Z]{3}|SQLSTATE 55000/;

/** Whether the reason for which a piece was parked lies in the world, which may have become well again since. */
export function isPassingFault(reason: string): boolean {
  return [FILES_FULL, FILES_DOWN, CONNECTION_BROKEN, POSTGRES_UNWELL].some((pattern) => pattern.test(reason));
}
