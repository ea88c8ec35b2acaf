import { expect, it } from 'vitest';
import { ended, unfinished } from '../../../engine/db/jobs/unfinished.ts';
import { END_STATES, hasEnded } from '../../../engine/domain/job-states.ts';

it('are the same for Postgres and for everything else', () => {
  for (const { sql } of [unfinished, ended]) {
    expect(sql.match(/'\w+'/g)).toEqual(END_STATES.map((state) => `'${state}'`));
  }
  expect([...END_STATES, 'paused', 'importing'].map(hasEnded)).toEqual([true, true, true, false, false]);
});
