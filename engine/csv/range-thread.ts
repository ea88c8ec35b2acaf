import { serveRanges } from './serve-ranges.ts';

// The entry point of the threads of range-threads.ts.

serveRanges();
