import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandJob } from '../support/commands.ts';
import type { FileCase, Refusal, Right } from '../cases/support/file-case.ts';
import { FILE_CASES, RENAMED_CASE } from '../cases/support/right.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { exportList } from '../support/exports.ts';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';
import { runSluice } from '../support/sluice.ts';
import { upload } from '../support/upload.ts';

const CASES = join(import.meta.dirname, '../cases/imports');

/** Id of an import, or the sentence that refused its file. */
type Created = { readonly id: number } | Refusal;
/** Result of a call with a file. */
type Outcome = (Required<Right> & { readonly messages: readonly string[] }) | Refusal;

describe('each file of people', () => {
  let engine: TestEngine;
  let folder: string;
  let settings: Record<string, string>;
  beforeAll(async () => {
    engine = await startTestEngine();
    folder = await mkdtemp(join(tmpdir(), 'sluice-cases-'));
    const url = await engine.app.listen({ host: '127.0.0.1', port: 0 });
    settings = { SLUICE_URL: url, SLUICE_API_KEY: engine.apiKey, SLUICE_CACHE_DIR: folder };
  });
  afterAll(async () => {
    await engine.stop();
    await rm(folder, { recursive: true });
  });

  /** Creates the list as the case has it. @returns its id */
  const prepare = async ({ fields = [], known = [], before }: FileCase): Promise<number> => {
    const listId = await createList(engine, crypto.randomUUID(), fields);
    for (const { email, status } of known) {
      succeed(await engine.call('POST', `/mailing_lists/${listId}/subscribers`, { subscriber: { email, status } }));
    }
    if (before !== undefined) {
      const column_mapping = before.split('\n')[0]?.split(',') ?? [];
      await untilEnded(engine, await createImport(engine, listId, before, { column_mapping }));
    }
    return listId;
  };

  const byApi = async (each: FileCase, listId: number): Promise<Created> => {
    const { file, mapping, settings: sent, ofApi } = each;
    const file_source = await upload(engine, await readFile(join(CASES, file)), file);
    const created = await engine.call('POST', `/mailing_lists/${listId}/subscriber_imports`, {
      subscriber_import: { file_source, column_mapping: mapping, ...sent, ...ofApi },
    });
    return created.success ? { id: created.data.id } : { refusal: String(created.error_message) };
  };

  const byCommand = async (each: FileCase, listId: number): Promise<Created> => {
    const path = join(CASES, each.file);
    const args = ['import', path, '--list', String(listId), ...argumentsOf(each)];
    const { stdout, stderr } = await runSluice(args, settings);
    return stdout === '' ? { refusal: stderr } : { id: Number(stdout) };
  };

  const outcomeOf = async (each: FileCase, listId: number, created: Created): Promise<Outcome> => {
    if ('refusal' in created) return created;
    const { state, error_message, stats, notices } = await untilEnded(engine, created.id);
    if (state === 'failed') return { refusal: String(error_message) };
    const columns = ['email', 'status', ...(each.fields ?? []).map(({ name }) => name)];
    const [, ...people] = (await exportList(engine, listId, { columns })).trimEnd().split('\n');
    const { subscribers, deactivated } = stats as { subscribers: Record<string, number>; deactivated: number | null };
    return {
      ...{ people: people.sort(), deactivated: deactivated ?? 0, left: await timesOfLeaving(listId) },
      counts: Object.fromEntries(Object.entries(subscribers).filter(([, count]) => count > 0)),
      failed: subscribers['failed'] === undefined ? [] : await failedRows(created.id),
      notices: (notices as { code: string }[]).map(({ code }) => code),
      messages: (notices as { message: string }[]).map(({ message }) => message),
    };
  };

  const failedRows = async (importId: number): Promise<Required<Right>['failed']> => {
    const answer = await engine.send('GET', `/subscriber_imports/${importId}/failed_rows`);
    if (answer.statusCode !== 200) return [];
    const rows = answer.payload.trimEnd().split('\n').slice(1);
    return rows.map((line) => {
      const { row, fields, message } = JSON.parse(line) as { row: number; fields: string[]; message: string };
      return [row, fields[0] ?? '', message];
    });
  };

  const timesOfLeaving = async (listId: number): Promise<Record<string, string>> => {
    const { rows } = await engine.pool.query<{ email: string; at: Date }>(
      'select email, remove_time as at from subscribers where mailing_list_id = $1 and remove_time is not null',
      [listId],
    );
    return Object.fromEntries(rows.map(({ email, at }) => [email, at.toISOString()]));
  };

  const wholeOf = async (each: FileCase, call: typeof byApi): Promise<Outcome> => {
    const listId = await prepare(each);
    return outcomeOf(each, listId, await call(each, listId));
  };

  it.each(FILE_CASES.map((each, at) => [each.file, at, each] as const))(
    '%s is right by the API and by the command line (call %i)',
    async (_file, _at, each) => {
      const calls = each.ofApi === undefined ? [byApi, byCommand] : [byApi];
      const [api, ...others] = await Promise.all(calls.map((call) => wholeOf(each, call)));
      expect(api).toMatchObject(rightOf(each));
      for (const command of others) {
        expect(command).toMatchObject(rightOf(each));
        if (api !== undefined && !('refusal' in api))
          expect({ ...command, left: null }).toEqual({ ...api, left: null });
      }
    },
  );

  /** On a busy machine a call takes longer than its import waits; the next one waits longer. */
  const pausedBeforeItBegins = async (call: typeof byApi): Promise<{ id: number; listId: number }> => {
    for (let waitMs = 3_000; ; waitMs *= 2) {
      const begins_at = new Date(Date.now() + waitMs).toISOString();
      const each = { ...RENAMED_CASE, settings: { begins_at } };
      const listId = await prepare(each);
      const { id } = (await call(each, listId)) as { id: number };
      const { state } = (await engine.call('POST', `/subscriber_imports/${id}/pause`)).data ?? {};
      if (state === 'paused') return { id, listId };
      expect(waitMs).toBeLessThan(48_000);
    }
  };

  it.each([
    ['API', byApi],
    ['command line', byCommand],
  ] as const)('113-renamed-field.csv goes to the field that was chosen, by the %s', async (_, call) => {
    const { id, listId } = await pausedBeforeItBegins(call);
    const fields = `/mailing_lists/${listId}/custom_fields`;
    const [place] = succeed(await engine.call('GET', fields)).data as { id: number }[];
    succeed(await engine.call('PUT', `${fields}/${place?.id}`, { custom_field: { name: 'Town' } }));
    succeed(await engine.call('POST', fields, { custom_field: { name: 'Place', field_type: 'text' } }));
    await commandJob(engine, `/subscriber_imports/${id}/unpause`);
    const columns = ['email', 'Town', 'Place'];
    await untilEnded(engine, id);
    expect(await exportList(engine, listId, { columns })).toContain('cid@x.example,Bonn,\n');
  });

  it('is one of these', async () => {
    const tried = new Set([...FILE_CASES, RENAMED_CASE].map(({ file }) => file));
    expect([...tried].sort()).toEqual((await readdir(CASES)).sort());
  });
});

/** Matcher of a right outcome. */
function rightOf({ right }: FileCase): object {
  if ('refusal' in right) return { refusal: expect.stringContaining(right.refusal) };
  const { people, failed, notices = [], deactivated = 0, left, counts } = right;
  return {
    ...{ people: [...people].sort(), counts, deactivated, notices },
    ...(failed !== undefined && { failed }),
    ...(left !== undefined && { left }),
  };
}

function argumentsOf({ mapping, settings = {} }: Pick<FileCase, 'mapping' | 'settings'>): string[] {
  const {
    file_format = {},
    max_failed_records: most,
    overwrite,
    deactivate_subscribers_not_in_import: ends,
  } = settings;
  const { begins_at } = settings;
  const { character_set, decimal_mark } = file_format;
  const columns = mapping === 'auto' ? ['auto'] : mapping.map((entry, at) => `${at + 1}=${entry}`);
  return [
    ...columns.flatMap((column) => ['--map', column]),
    ...(most === undefined ? [] : ['--max-failed', String(most)]),
    ...(overwrite === true ? ['--overwrite'] : []),
    ...(ends === true ? ['--deactivate-missing'] : []),
    ...(character_set === undefined || character_set === 'auto' ? [] : ['--encoding', character_set]),
    ...(decimal_mark === undefined ? [] : ['--decimal-mark', decimal_mark]),
    ...(begins_at === undefined ? ['--watch'] : ['--begins-at', begins_at]),
  ];
}
