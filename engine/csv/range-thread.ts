import { serveRanges } from './serve-ranges.ts';

// What each thread of range-threads.ts runs.

serveRanges();
