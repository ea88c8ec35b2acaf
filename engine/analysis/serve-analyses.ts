import { messageOf } from '../platform/errors.ts';
import { bufferOf, openThreadPort } from '../platform/threads.ts';
import type { FromAnalysisThread, ToAnalysisThread } from './analysis-messages.ts';
import { analyzeAnySource } from './analyze-workbook.ts';

/** Runs in a thread of analysis-threads.ts: makes one analysis at a time. */
export function serveAnalyses({
  analyze = analyzeAnySource,
}: { readonly analyze?: typeof analyzeAnySource } = {}): void {
  const port = openThreadPort<ToAnalysisThread, FromAnalysisThread>();
  const answer = ({ bytes, context, ...facts }: ToAnalysisThread): FromAnalysisThread => {
    try {
      const head = { ...facts, bytes: bufferOf(bytes) };
      return { kind: 'done', analysis: analyze(head, context) };
    } catch (error) {
      return { kind: 'failed', message: messageOf(error) };
    }
  };
  port.onMessage((message) => port.send(answer(message)));
}
