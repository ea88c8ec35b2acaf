import { analyzeSource } from '../../../engine/analysis/analyze-source.ts';
import { serveAnalyses } from '../../../engine/analysis/serve-analyses.ts';

// A thread of analysis-threads.ts whose analysis has faults: of a source that begins with "hang" it is not done within years, one of
// "grow" takes all memory, and one of "fail" throws.

// eslint-disable-next-line regexp/no-super-linear-backtracking -- the fault
const BACKTRACKING = /^(?:a+)+$/;
const NEARLY = `${'a'.repeat(60)}!`;

serveAnalyses({
  analyze: (head, context) => {
    const word = head.bytes.toString('latin1', 0, 4);
    if (word === 'hang') BACKTRACKING.test(NEARLY);
    const kept: object[] = [];
    while (word === 'grow') kept.push(Array.from({ length: 1_000 }, (_, n) => ({ n })));
    if (word === 'fail') throw new Error('The rule is broken.');
    return analyzeSource(head, context);
  },
});
