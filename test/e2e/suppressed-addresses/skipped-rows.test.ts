import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../../support/engine.ts';
import { startTestEngine } from '../../support/engine.ts';
import { createImport, createList, emailsOf, succeed, untilEnded } from '../../support/imports.ts';
import { suppress, untilSuppressed } from '../../support/suppressions.ts';

const ROWS = 6_000;
const ADDRESSES = Array.from({ length: ROWS }, (_, i) => `p${i}@example.com`);
const SUPPRESSED = ADDRESSES.filter((_, i) => i % 10 === 0);
const LARGE = `email\n${ADDRESSES.join('\n')}\n`;
const SMALL = 'email\np0@example.com\nann@example.com\nP0@example.com\nnobody\n';

describe('rows whose address is suppressed', () => {
  let engine: TestEngine;
  let lists = 0;
  beforeAll(async () => {
    engine = await startTestEngine({ RANGE_BYTES: '16384', CHUNK_ROWS: '1000' });
    await untilSuppressed(engine, await suppress(engine, `email\n${SUPPRESSED.join('\n')}\n`));
  });
  afterAll(() => engine.stop());

  const newList = () => createList(engine, `Suppressed rows ${++lists}`);
  const ended = async (list: number, csv: string, settings = {}) =>
    untilEnded(engine, await createImport(engine, list, csv, settings));

  it.each([
    ['a small import', SMALL, { suppressed: 2, subscribers: { added: 2, failed: 1, skipped_duplicate: 1 } }],
    ['a large import', LARGE, { suppressed: SUPPRESSED.length, subscribers: { added: ROWS, failed: 0 } }],
  ])('are counted, and imported, by %s', async (_, csv, stats) => {
    expect(await ended(await newList(), csv)).toMatchObject({ state: 'finished', skip_suppressed: false, stats });
  });

  it.each([
    ['a small import', SMALL, 2, 1],
    ['a large import', LARGE, SUPPRESSED.length, 0],
  ])('fail with that reason in %s that skips them, and its books balance', async (_, csv, suppressed, others) => {
    const list = await newList();
    const number_of_records = csv.split('\n').length - 2;
    const failed = suppressed + others;
    for (const dry_run of [true, false]) {
      const job = await ended(list, csv, { skip_suppressed: true, dry_run });
      expect(job).toMatchObject({
        state: 'finished',
        skip_suppressed: true,
        stats: { number_of_records, suppressed, subscribers: { failed, added: number_of_records - failed } },
        balance: { is_balanced: true },
      });
      expect(job.stats.statuses.active).toBe(number_of_records - failed);
      const log = await engine.text(`/subscriber_imports/${job.id}/logs/failed`);
      expect(log.split('\n').filter((line) => line.endsWith(',"The address is suppressed."'))).toHaveLength(suppressed);
    }
    expect(await emailsOf(engine, list)).not.toContain('p0@example.com');
  });

  it('leave their subscribers as they are, also where those who are not in the file are deactivated', async () => {
    const list = await newList();
    await ended(list, 'email\np0@example.com\ngone@example.com\n');
    const settings = { skip_suppressed: true, deactivate_subscribers_not_in_import: true };
    const job = await ended(list, 'email\np0@example.com\nann@example.com\n', settings);
    expect(job.stats).toMatchObject({ deactivated: 1, suppressed: 1, subscribers: { added: 1, failed: 1 } });
    const { data } = succeed(await engine.call('GET', `/mailing_lists/${list}/subscribers`));
    const statuses = (data as { email: string; status: string }[]).map(({ email, status }) => [email, status]);
    expect(Object.fromEntries(statuses)).toEqual({
      'p0@example.com': 'active',
      'gone@example.com': 'deactivated',
      'ann@example.com': 'active',
    });
  });

  it('are counted against the guard of failed records', async () => {
    const id = await createImport(engine, await newList(), LARGE, { skip_suppressed: true, max_failed_records: '5%' });
    const { data } = await untilState(id, 'paused');
    expect(data.pause_reason).toContain(`${SUPPRESSED.length} of ${ROWS} records failed`);
  });

  async function untilState(id: number, state: string) {
    for (;;) {
      const answer = await engine.call('GET', `/subscriber_imports/${id}`);
      if (answer.data.state === state || answer.data.finished_at !== null) return answer;
    }
  }
});
