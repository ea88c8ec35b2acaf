import { compileRow } from '../../../engine/csv/row.ts';
import { serveRanges } from '../../../engine/csv/serve-ranges.ts';

// A thread of range-threads.ts whose rules for rows have a fault: a row whose address begins with "hang" is never done.

serveRanges({
  compile: (plan) => {
    const toRow = compileRow(plan);
    return (raw) => {
      while (raw.fields[0]?.startsWith('hang') === true);
      return toRow(raw);
    };
  },
});
