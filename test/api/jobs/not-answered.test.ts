import { describe, expect, it } from 'vitest';
import { NOT_ANSWERED, requireAnswer } from '../../../api/jobs/not-answered.ts';
import { DatabaseAway } from '../../../api/http/errors.ts';
import { CODE_OF, STATUS_OF } from '../../../api/http/statuses.ts';

describe('a command that no worker has answered', () => {
  it.each(['untaken', 'unanswered'] as const)('is refused with 503 and one of the known sentences: %s', (outcome) => {
    expect(() => requireAnswer(outcome, 'import', 'paused')).toThrow(NOT_ANSWERED);
    expect(() => requireAnswer(outcome, 'import', 'paused')).toThrow('import has');
  });

  it.each([
    ['untaken', false],
    ['unanswered', true],
  ] as const)('says whether it may have been done: %s', (outcome, isOutcomeUnknown) => {
    expect(() => requireAnswer(outcome, 'import', 'paused')).toThrow(expect.objectContaining({ isOutcomeUnknown }));
    expect(new DatabaseAway(isOutcomeUnknown).isOutcomeUnknown).toBe(!isOutcomeUnknown);
  });

  it('has the only code that the specification has for a fault of the service', () => {
    expect([CODE_OF.no_worker_answered, STATUS_OF.no_worker_answered]).toEqual(['internal_error', 503]);
  });

  it.each([new DatabaseAway(false).message, 'an internal error occurred; the request id is 1', 'No worker, sorry'])(
    'is told apart from other failures: %s',
    (message) => {
      expect(message).not.toMatch(NOT_ANSWERED);
    },
  );
});
