import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandJob } from '../support/commands.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, succeed, untilEnded, untilImport } from '../support/imports.ts';
import { caseFile } from './support/file-cases.ts';

const PLACE = { name: 'Place', field_type: 'text' };

describe('a field that is no longer what it was when its import was created', () => {
  let engine: TestEngine;
  let file: string;
  beforeAll(async () => {
    [engine, file] = [await startTestEngine(), (await caseFile('113-renamed-field.csv')).toString()];
  });
  afterAll(() => engine.stop());

  const fieldOf = async (list: number, name: string): Promise<number> => {
    const { data } = succeed(await engine.call('GET', `/mailing_lists/${list}/custom_fields`));
    return (data as unknown as { id: number; name: string }[]).find((field) => field.name === name)?.id ?? 0;
  };
  const rename = async (list: number, from: string, to: string) =>
    succeed(
      await engine.call('PUT', `/mailing_lists/${list}/custom_fields/${await fieldOf(list, from)}`, {
        custom_field: { name: to },
      }),
    );
  const addPlace = async (list: number) =>
    succeed(await engine.call('POST', `/mailing_lists/${list}/custom_fields`, { custom_field: PLACE }));
  const personOf = async (list: number) => {
    const { data } = succeed(await engine.call('GET', `/mailing_lists/${list}/subscribers`));
    return (data as unknown as { custom_fields: unknown }[])[0]?.custom_fields;
  };
  /** Creates an import that begins later, and pauses it until `change` is done. */
  const importAfter = async (list: number, settings: object, change: () => Promise<unknown>) => {
    const begins_at = new Date(Date.now() + 3_000).toISOString();
    const id = await createImport(engine, list, file, { begins_at, ...settings });
    await commandJob(engine, `/subscriber_imports/${id}/pause`);
    await change();
    await commandJob(engine, `/subscriber_imports/${id}/unpause`);
    return untilEnded(engine, id) as Promise<{ state: string; error_message: string | null }>;
  };

  it.each([
    ['a column', { column_mapping: ['email', 'Place'] }, 'Bonn'],
    ['a default', { column_mapping: ['email', ''], default_custom_fields: { place: 'Ulm' } }, 'Ulm'],
  ])('has the values of %s under its new name, though another field has its old one', async (kind, settings, value) => {
    const list = await createList(engine, `Renamed ${kind}`, [PLACE]);
    const ended = await importAfter(list, settings, async () => {
      await rename(list, 'Place', 'Town');
      await addPlace(list);
    });
    expect(ended).toMatchObject({ state: 'finished', error_message: null });
    expect(await personOf(list)).toMatchObject({ Town: { value }, Place: { value: null } });
  });

  it('fails the import if it was deleted, also when another one has its name', async () => {
    const list = await createList(engine, 'Deleted', [PLACE]);
    const ended = await importAfter(list, { column_mapping: ['email', 'Place'] }, async () => {
      succeed(await engine.call('DELETE', `/mailing_lists/${list}/custom_fields/${await fieldOf(list, 'Place')}`));
      await addPlace(list);
    });
    expect(ended).toMatchObject({
      state: 'failed',
      error_message: 'column_mapping: the custom field Place was deleted after the import was created',
    });
    expect(await personOf(list)).toBeUndefined();
  });

  it('is what a file with the columns of the last import is mapped to, and a deleted one is not', async () => {
    const list = await createList(engine, 'Remembered', [{ name: 'City', field_type: 'text' }]);
    await untilImport(
      engine,
      await createImport(engine, list, file, { column_mapping: ['email', 'City'] }),
      ({ state }) => state === 'finished',
    );
    await rename(list, 'City', 'Town');
    succeed(
      await engine.call('POST', `/mailing_lists/${list}/custom_fields`, {
        custom_field: { name: 'City', field_type: 'text' },
      }),
    );
    const mapping = async () => {
      const body = { subscriber_import: { file_source: { type: 'json', content: file } } };
      const path = `/mailing_lists/${list}/subscriber_imports/analyze`;
      return succeed(await engine.call('POST', path, body)).data.column_mapping as unknown;
    };
    expect(await mapping()).toEqual(['email', 'Town']);
    succeed(await engine.call('DELETE', `/mailing_lists/${list}/custom_fields/${await fieldOf(list, 'Town')}`));
    expect(await mapping()).not.toContain('Town');
  });
});
