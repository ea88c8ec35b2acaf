import { compileRow } from '../../../engine/csv/row.ts';
import { serveRanges } from '../../../engine/csv/serve-ranges.ts';

// A thread of range-threads.ts whose rules for rows have a fault: a row whose address begins with "hang" is not done within years.

// eslint-disable-next-line regexp/no-super-linear-backtracking -- the fault
const BACKTRACKING = /^(?:a+)+$/;
const NEARLY = `${'a'.repeat(60)}!`;

serveRanges({
  compile: (plan) => {
    const toRow = compileRow(plan);
    return (raw) => {
      if (raw.fields[0]?.startsWith('hang') === true) BACKTRACKING.test(NEARLY);
      return toRow(raw);
    };
  },
});
