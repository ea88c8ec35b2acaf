import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

// Stands in for the worker and the API where only processes matter: serves at once, stops at SIGTERM, and keeps a diary.

const diary = join(process.env['DATA_DIR'] ?? '.', 'roles.log');
const write = (event: string) => appendFileSync(diary, `${JSON.stringify({ event, pid: process.pid })}\n`);

const stop = () => {
  write('stopped');
  process.exit(0);
};
process.once('SIGTERM', stop);
process.once('disconnect', stop);
setInterval(() => undefined, 60_000);
write('started');
process.send?.('ready');
