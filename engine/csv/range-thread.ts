import { workerData } from 'node:worker_threads';
import { SCANS } from './scan-messages.ts';

// The entry point of the threads of range-threads.ts, and of the one of scan-thread.ts. Each loads the modules of its own work alone:
// those of the other would double what its start costs.

if (workerData === SCANS) (await import('./serve-scans.ts')).serveScans();
else (await import('./serve-ranges.ts')).serveRanges();
