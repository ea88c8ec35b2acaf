import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';

const NONE = {
  added: 0,
  updated: 0,
  failed: 0,
  skipped_overwrite: 0,
  skipped_active: 0,
  skipped_unsubscribed: 0,
  skipped_scomp: 0,
  skipped_bounced: 0,
  skipped_deactivated: 0,
  skipped_duplicate: 0,
  skipped_over_limit: 0,
};

/** One subscriber of each status. */
const KNOWN =
  'email,status\nactive@example.com,active\nunsubscribed@example.com,unsubscribed\nscomp@example.com,scomp\n' +
  'bounced@example.com,bounced\ndeactivated@example.com,deactivated\n';

describe('counters and logs', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ RANGE_BYTES: '100', CHUNK_ROWS: '3' });
  });
  afterAll(() => engine.stop());

  it('have each row of a file in exactly one of the eleven', async () => {
    const list = await listWithKnown('Eleven');
    await engine.pool.query(
      'update organizations set subscriber_limit = (select count(*) + 2 from subscribers) where id = 1',
    );
    const rows = {
      added: ['new1@example.com', 'new2@example.com'],
      updated: ['deactivated@example.com'],
      skipped_active: ['active@example.com'],
      skipped_unsubscribed: ['unsubscribed@example.com'],
      skipped_scomp: ['scomp@example.com'],
      skipped_bounced: ['bounced@example.com'],
      skipped_duplicate: ['Active@example.com', 'NEW1@example.com'],
      skipped_over_limit: ['late1@example.com', 'late2@example.com'],
    };
    const overwrite_when_status = { active: false, deactivated: true };

    const { id, stats } = await importInto(list, `email\nnobody\n${Object.values(rows).flat().join('\n')}\n`, {
      overwrite: true,
      overwrite_when_status,
    });
    await engine.pool.query('update organizations set subscriber_limit = null where id = 1');

    const counters = Object.fromEntries(Object.entries(rows).map(([kind, emails]) => [kind, emails.length]));
    expect(stats).toEqual({
      number_of_records: 12,
      records_imported: 12,
      subscribers: { ...NONE, ...counters, failed: 1 },
      unchanged: 1,
      reactivated: 0,
      suppressed: 0,
      statuses: { active: 11, bounced: 0, unsubscribed: 0, scomp: 0, deactivated: 0 },
      partial: 0,
      deactivated: null,
    });
    expect(await addressLogsOf(id)).toEqual(rows);
    expect(await engine.text(`/subscriber_imports/${id}/logs/failed`)).toBe(
      'email,Error\nnobody,"email is not a valid address"\n',
    );
  });

  it('tell who was skipped because nothing is overwritten, or because a status is not', async () => {
    const list = await listWithKnown('Skipped');

    const careful = await importInto(list, KNOWN, MAPPING);
    expect(careful.stats.subscribers).toEqual({ ...NONE, skipped_overwrite: 5 });
    expect(await addressLogsOf(careful.id)).toEqual({ skipped_overwrite: addressesIn(KNOWN) });

    const active = await importInto(list, KNOWN, { ...MAPPING, overwrite: true });
    expect(active.stats.subscribers).toMatchObject({ updated: 1, skipped_deactivated: 1, skipped_bounced: 1 });
    expect(await addressLogsOf(active.id)).toMatchObject({
      updated: ['active@example.com'],
      skipped_deactivated: ['deactivated@example.com'],
    });
  });

  it('answer not_found for a log without entries, of another kind, and of an import that has not begun', async () => {
    const list = await createList(engine, 'Not found');
    const done = await importInto(list, 'email\nann@example.com\n');
    const begins_at = new Date(Date.now() + 3_600_000).toISOString();
    const waiting = await createImport(engine, list, 'email\nann@example.com\n', { begins_at });

    for (const path of [`${done.id}/logs/failed`, `${done.id}/logs/other`, `${waiting}/logs/added`]) {
      expect(await engine.call('GET', `/subscriber_imports/${path}`)).toMatchObject({ error_code: 'not_found' });
    }
    await engine.call('POST', `/subscriber_imports/${waiting}/cancel`);
  });

  it('have a failed log that can be corrected and imported again', async () => {
    const list = await createList(engine, 'Corrected', [{ name: 'Born', field_type: 'date' }]);
    const csv =
      `e-mail;born\r\n'ann@example.com';'1990-02-31'\r\n'bob@example.com';1990-01-02\r\n` +
      `'cy@example.org';x;'y;z'\r\n`;
    const settings = {
      column_mapping: ['email', 'Born'],
      file_format: { csv_field_separator: ';', csv_field_enclosure: `'` },
    };
    const first = await importInto(list, csv, settings);
    expect(first.stats.subscribers).toMatchObject({ added: 1, failed: 2 });

    const failed = await engine.text(`/subscriber_imports/${first.id}/logs/failed`);
    expect(failed).toBe(
      'e-mail;born;Error\n' +
        `'ann@example.com';'1990-02-31';'Born is not a date in an accepted format'\n` +
        `'cy@example.org';x;'y;z';'The number of columns is 3 instead of 2.'\n`,
    );
    const corrected = failed.replace('1990-02-31', '1990-02-28').replace(`x;'y;z'`, '1991-03-04');
    const second = await importInto(list, corrected, { ...settings, column_mapping: ['email', 'Born', ''] });

    expect(second.stats.subscribers).toMatchObject({ added: 2, failed: 0 });
    const { data } = await engine.call('GET', `/mailing_lists/${list}/subscribers/ann@example.com,cy@example.org`);
    expect(data.map((row: any) => row.custom_fields.Born.value)).toEqual(['1990-02-28', '1991-03-04']);
  });

  it('count in the list of imports as in the detail', async () => {
    const list = await createList(engine, 'Listed');
    const { id } = await importInto(list, 'email\nann@example.com\nnobody\n');

    const { data } = succeed(await engine.call('GET', `/mailing_lists/${list}/subscriber_imports`));

    expect(data).toMatchObject([{ id, state: 'finished', stats: { number_of_records: 2, records_imported: 2 } }]);
  });

  async function listWithKnown(name: string): Promise<number> {
    const list = await createList(engine, name);
    await importInto(list, KNOWN, MAPPING);
    return list;
  }

  async function importInto(list: number, csv: string, settings: Record<string, unknown> = {}) {
    const detail = await untilEnded(engine, await createImport(engine, list, csv, settings));
    expect(detail).toMatchObject({ state: 'finished', error_message: null });
    return detail;
  }

  /** The logs of addresses that have entries, each sorted: chunks come in any order. */
  async function addressLogsOf(id: number): Promise<Record<string, string[]>> {
    const logs: Record<string, string[]> = {};
    for (const kind of Object.keys(NONE)) {
      const answer = await engine.text(`/subscriber_imports/${id}/logs/${kind}`);
      if (kind !== 'failed' && !answer.startsWith('{')) logs[kind] = answer.trimEnd().split('\n').sort();
    }
    return logs;
  }
});

const MAPPING = { column_mapping: ['email', 'status'] };

function addressesIn(csv: string): string[] {
  return (csv.match(/(?<!\S)[^\s@]+@[\w.]+/g) ?? []).sort();
}
