import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../platform/background-priority.ts';
import type { FromAnalysisThread, ToAnalysisThread } from './analysis-messages.ts';
import { analyzeAnySource } from './analyze-workbook.ts';

/** Runs in a thread of analysis-threads.ts: makes one analysis at a time. */
export function serveAnalyses({
  analyze = analyzeAnySource,
}: { readonly analyze?: typeof analyzeAnySource } = {}): void {
  const port = parentPort;
  if (port === null) throw new Error('serveAnalyses must run in a thread of analysis-threads.ts.');
  lowerThreadPriority();
  const answer = ({ bytes, context, ...facts }: ToAnalysisThread): FromAnalysisThread => {
    try {
      const head = { ...facts, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
      return { kind: 'done', analysis: analyze(head, context) };
    } catch (error) {
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  };
  port.on('message', (message: ToAnalysisThread) => port.postMessage(answer(message)));
}
