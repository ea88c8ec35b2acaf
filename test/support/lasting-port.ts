import { randomInt } from 'node:crypto';
import { isPortFree } from '../../engine/embedded/free-port.ts';

/** Below the ports that Linux gives to outgoing connections, and apart from the passive ports of FTP in tests. */
const FIRST = 10_000;
const END = 20_000;

/** A port that is free and that no outgoing connection takes, for a server that a test starts much later. */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (await isPortFree(port, '127.0.0.1')) return port;
  }
}
