import { setTimeout as delay } from 'node:timers/promises';
import { createWatchdog } from '../../engine/watchdog/watchdog.ts';

// A role that blocks its event loop when it is told to, and answers everything else.

const watchdog = createWatchdog({ role: 'blocked', limitMs: Number(process.env['WATCHDOG_MS']) });
watchdog.underWay('GET /done')();
watchdog.underWay('POST /before');
watchdog.start();
process.on('message', (message) => {
  if (message !== 'block') return void process.send?.(message);
  watchdog.underWay('POST /lists/:id');
  void delay(1).then(() => {
    for (;;);
  });
});
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
