import { serveAnalyses } from './serve-analyses.ts';

// The entry point of the threads of analysis-threads.ts.

serveAnalyses();
