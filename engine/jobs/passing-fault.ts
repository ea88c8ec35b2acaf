/** Codes of broken connections, and SQLSTATEs of a server that is away, starting, stopping, or without room. */
const PASSING =
  /\b(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOSPC)\b|[Cc]onnection terminated|connection timeout|SQLSTATE (?:08|53|57|58)[0-9A-Z]{3}|SQLSTATE 55000/;

/** Whether the reason for which a piece was parked lies in the world, which may have become well again since. */
export function isPassingFault(reason: string): boolean {
  return PASSING.test(reason);
}
