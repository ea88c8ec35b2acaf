import type { LinkLog } from '../../engine/jobs/link-log.ts';

/** A log of a link that keeps its lines. */
export interface KeptLog extends LinkLog {
  readonly lines: { readonly level: 'info' | 'warn'; readonly fields: object; readonly message: string }[];
}

/** Creates an empty log. */
export function keepLog(): KeptLog {
  const lines: KeptLog['lines'] = [];
  return {
    lines,
    info: (fields, message) => void lines.push({ level: 'info', fields, message }),
    warn: (fields, message) => void lines.push({ level: 'warn', fields, message }),
  };
}
