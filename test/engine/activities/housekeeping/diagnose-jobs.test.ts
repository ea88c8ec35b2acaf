import { TypedSearchAttributes } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagnoseJobs } from '../../../../engine/activities/maintenance/diagnose-jobs.ts';
import { SEARCH_ATTRIBUTES } from '../../../../workflows/names.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { standInClient } from '../../../support/stand-in-client.ts';
import { createEnvironment } from '../pipeline.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

const POSTGRES_WAS_DOWN = 'connect ECONNREFUSED 127.0.0.1:5432';
const REFUSED = 'Postgres refused the work with SQLSTATE 22000.';

describe('a look at a running job', () => {
  it.each([
    [
      'a stalled one whose trouble was the world',
      'stalled',
      [POSTGRES_WAS_DOWN, 'Postgres refused the work with SQLSTATE 57P01.'],
      ['retry'],
    ],
    ['a stalled one with a fault of the data', 'stalled', [REFUSED], []],
    ['a stalled one with one fault of the data among others', 'stalled', [POSTGRES_WAS_DOWN, REFUSED], []],
    ['a healthy one', 'ok', [], []],
  ])('tells %s only what it needs', async (_, health, reasons, signals) => {
    const sent = await look({ health, reasons });
    expect(sent.map(([name]) => name)).toEqual(signals);
  });

  it('tells what it is stuck by once, and once that it no longer is', async () => {
    const stuck = { health: 'ok', pendingActivities: [{ paused: true, activityType: { name: 'mergeChunk' } }] };
    expect(await look(stuck)).toEqual([['diagnosed', expect.objectContaining({ cause: 'activity_paused' })]]);
    expect(await look({ ...stuck, health: 'stuck', cause: 'activity_paused' })).toEqual([]);
    expect(await look({ health: 'stuck', cause: 'activity_paused' })).toEqual([['diagnosed', null]]);
  });
});

interface LookedAt {
  readonly health: string;
  readonly cause?: string;
  readonly reasons?: readonly string[];
  readonly pendingActivities?: readonly object[];
}

/** Has the only job there is looked at. @returns the signals it was sent */
async function look({ health, cause, reasons = [], pendingActivities = [] }: LookedAt): Promise<unknown[][]> {
  const sent: unknown[][] = [];
  const attributes = new TypedSearchAttributes([
    { key: SEARCH_ATTRIBUTES.jobHealth, value: health },
    ...(cause === undefined ? [] : [{ key: SEARCH_ATTRIBUTES.stuckCause, value: cause }]),
  ]);
  const handle = {
    describe: () =>
      Promise.resolve({
        workflowId: 'subscriber-import/1',
        typedSearchAttributes: attributes,
        raw: { pendingActivities },
      }),
    query: () => Promise.resolve({ parked: reasons.map((reason) => ({ reason })) }),
    signal: (...signal: unknown[]) => Promise.resolve(void sent.push(signal)),
  };
  const client = standInClient({
    workflow: {
      // eslint-disable-next-line @typescript-eslint/require-await
      list: async function* () {
        yield { workflowId: 'subscriber-import/1' };
      },
      getHandle: () => handle,
    },
  });
  await createEnvironment().run(diagnoseJobs({ ...fixture.deps, client }));
  return sent;
}
