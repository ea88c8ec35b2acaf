import type { AnalysisContext, SourceAnalysis } from './analyze-source.ts';
import type { SourceHead } from './source-head.ts';

/** A message to a thread of analyses: one to make. */
export interface ToAnalysisThread extends Omit<SourceHead, 'bytes'> {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly context: AnalysisContext;
}

/** A message from a thread of analyses: how the one that it was sent last has ended. */
export type FromAnalysisThread =
  { readonly kind: 'done'; readonly analysis: SourceAnalysis } | { readonly kind: 'failed'; readonly message: string };
