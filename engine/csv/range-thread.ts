import { workerData } from 'node:worker_threads';
import { SCANS } from './scan-messages.ts';
import { serveRanges } from './serve-ranges.ts';
import { serveScans } from './serve-scans.ts';

// The entry point of the threads of range-threads.ts, and of the one of scan-thread.ts.

if (workerData === SCANS) serveScans();
else serveRanges();
