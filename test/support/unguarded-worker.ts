import { loadConfig } from '../../engine/platform/config.ts';
import { startWorker } from '../../engine/roles/worker.ts';
import { bundle } from '../workflows/support.ts';

// A worker as a bad deploy brings it: its workflows have changed without a patch.

const worker = await startWorker(loadConfig(), await bundle('./fixtures/unpatched-change.ts'));
process.once('SIGTERM', () => void worker.stop());
process.once('disconnect', () => void worker.stop());
process.channel?.unref();
process.send?.('ready');
await worker.stopped;
