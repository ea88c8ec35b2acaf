import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, untilEnded } from '../support/imports.ts';
import { runSluice } from '../support/sluice.ts';

const rowsOf = (header: string, rows: readonly string[]) => `${[header, ...rows].join('\n')}\n`;
const TWICE = rowsOf('Email,Status', [
  'ann@x.example,subscribed',
  'bob@x.example,subscribed',
  'ann@x.example,unsubscribed',
]);

describe('a person who is active in one row of a file, and has left in a later one', () => {
  let engine: TestEngine;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-'));
    engine = await startTestEngine();
  });
  afterAll(async () => {
    await engine.stop();
    await rm(folder, { recursive: true });
  });

  const importOf = async (csv: string, settings: Record<string, unknown> = {}) => {
    const list = await createList(engine, `List ${crypto.randomUUID()}`);
    const ended = await untilEnded(
      engine,
      await createImport(engine, list, csv, { column_mapping: 'auto', ...settings }),
    );
    return { list, ended, left: ended.notices.find(({ code }: { code: string }) => code === 'left_later') };
  };

  it.each([
    ['words of the status', TWICE],
    ['yes and no', rowsOf('Email,Unsubscribed', ['ann@x.example,no', 'bob@x.example,', 'Ann@X.example,yes'])],
    [
      'times of leaving',
      rowsOf('Email,Unsubscribed at', ['ann@x.example,', 'bob@x.example,', 'ann@x.example,2024-01-31']),
    ],
    [
      'several later rows',
      rowsOf('Email,Status', [
        'ann@x.example,active',
        'ann@x.example,bounced',
        'ann@x.example,active',
        'ann@x.example,scomp',
      ]),
    ],
  ])('is counted by a notice: %s', async (_, csv) => {
    for (const dry_run of [false, true]) {
      const { ended, left } = await importOf(csv, { dry_run });
      expect(ended).toMatchObject({ state: 'finished', dry_run });
      expect(left).toMatchObject({
        count: 1,
        message: expect.stringContaining(dry_run ? 'One person would be' : 'One person is'),
      });
    }
  });

  it.each([
    ['who left in the first row', rowsOf('Email,Status', ['ann@x.example,unsubscribed', 'ann@x.example,subscribed'])],
    [
      'in two rows that are active',
      rowsOf('Email,Status', ['ann@x.example,active', 'ann@x.example,active', 'bob@x.example,bounced']),
    ],
    ['in a file without a status', rowsOf('Email,Name', ['ann@x.example,Ann', 'ann@x.example,Bob'])],
  ])('is another than one %s', async (_, csv) => {
    const { left } = await importOf(csv);
    expect(left).toBeUndefined();
  });

  it('is counted among subscribers that are updated, but not among those that are left alone', async () => {
    const { list } = await importOf(rowsOf('email', ['ann@x.example', 'bob@x.example']));
    const again = async (settings: Record<string, unknown>) => {
      const { notices } = await untilEnded(
        engine,
        await createImport(engine, list, TWICE, { column_mapping: 'auto', ...settings }),
      );
      return notices.filter(({ code }: { code: string }) => code === 'left_later');
    };
    expect(await again({ overwrite: false })).toEqual([]);
    const overwriting = { overwrite: true, overwrite_what: { status: true } };
    expect(await again({ ...overwriting, dry_run: true })).toMatchObject([{ count: 1 }]);
    expect(await again(overwriting)).toMatchObject([{ count: 1 }]);
  });

  it('makes the command line end with 7', async () => {
    const list = await createList(engine, 'Commanded');
    const path = join(folder, 'people.csv');
    await writeFile(path, TWICE);
    const url = await engine.app.listen({ host: '127.0.0.1', port: 0 });
    const run = (...words: string[]) =>
      runSluice(['import', path, '--list', String(list), '--map', 'auto', '--watch', ...words], {
        SLUICE_URL: url,
        SLUICE_API_KEY: engine.apiKey,
      });
    for (const words of [['--dry-run'], []]) {
      expect(await run(...words)).toMatchObject({ code: 7, stderr: expect.stringContaining('One person') });
    }
  });
});
