import { serveUnpacking } from './serve-unpacking.ts';

// The entry point of the threads of unpack-threads.ts.

serveUnpacking();
