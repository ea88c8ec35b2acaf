/** The part of a logger that a link uses. */
export interface LinkLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** The reason of a connection that Temporal says nothing on. */
export const SILENT = 'silent';

/** Logs why Temporal cannot be reached: each change of the reason, and the end. Only codes, since messages contain addresses. */
export function reportTroubles(log: LinkLog) {
  let reason: string | null = null;
  return {
    note: (now: string) => {
      if (now === reason) return;
      reason = now;
      if (now === SILENT) log.warn({}, 'Temporal says nothing: the connection to it is made again');
      else log.warn({ code: now }, `The connection to Temporal fails with ${now}: it is made again`);
    },
    /** Called when a new connection has its first byte. */
    end: () => {
      if (reason !== null) log.info({}, 'Temporal answers again');
      reason = null;
    },
  };
}
