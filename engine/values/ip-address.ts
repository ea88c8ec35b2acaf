import { isIP } from 'node:net';

/** Whether a trimmed text is the address of a machine. A zone behind it (fe80::1%eth0) means nothing elsewhere. */
export function isIpAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}
