import { analyzeSource } from '../../../engine/analysis/analyze-source.ts';
import { serveAnalyses } from '../../../engine/analysis/serve-analyses.ts';

// A thread of analysis-threads.ts whose analysis has faults: of a source that begins with "hang" it is never done, one of
// "grow" takes all memory, and one of "fail" throws.

serveAnalyses({
  analyze: (head, context) => {
    const word = head.bytes.toString('latin1', 0, 4);
    while (word === 'hang');
    const kept: object[] = [];
    while (word === 'grow') kept.push(Array.from({ length: 1_000 }, (_, n) => ({ n })));
    if (word === 'fail') throw new Error('The rule is broken.');
    return analyzeSource(head, context);
  },
});
