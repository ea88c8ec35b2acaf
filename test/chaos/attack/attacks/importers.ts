import type { Attack } from '../attack.ts';
import { importRounds } from '../hostile/callers.ts';

/** Imports that take turns and have ordinary tasks. */
export const importersOf5000: Attack = {
  name: 'importers-5000',
  title: 'eight callers that each import 5,000 rows again and again for 40 s',
  mostTimes: 4,
  play: (hostile) => {
    const callers = hostile.size === 'full' ? { callers: 8, forMs: 40_000 } : { callers: 2, rounds: 1 };
    return importRounds(hostile, 5_000, callers);
  },
};

/** Imports that a worker does inline, without a turn. */
export const importersOf20: Attack = {
  name: 'importers-20',
  title: '16 callers that each import 20 rows again and again for 40 s',
  mostTimes: 4,
  play: (hostile) => {
    const callers = hostile.size === 'full' ? { callers: 16, forMs: 40_000 } : { callers: 4, rounds: 3 };
    return importRounds(hostile, 20, callers);
  },
};
