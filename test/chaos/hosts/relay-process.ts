import { startRelay } from './relay.ts';
import type { Relay } from './relay.ts';

// The relays of an isolated host, in its network. The process keeps that network until its parent ends.

process.once('disconnect', () => process.exit(0));
for (const relay of JSON.parse(process.argv[2] ?? '[]') as Relay[]) await startRelay(relay);
process.send?.('ready');
