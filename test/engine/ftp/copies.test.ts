import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UploadCopies } from '../../../engine/files/uploads.ts';
import { put, startTestFtp } from './support.ts';
import type { TestFtp } from './support.ts';

/** The files that imports can read, as `organization/name`. */
const copies = new Map<string, string>();
let fails = false;
const elsewhere: UploadCopies = {
  put: async (organizationId, filename, path) => {
    if (fails) throw new Error('The store is down.');
    copies.set(`${organizationId}/${filename}`, await readFile(path, 'utf8'));
  },
  remove: (organizationId, filename) => {
    copies.delete(`${organizationId}/${filename}`);
    return Promise.resolve();
  },
};
let ftp: TestFtp;

beforeAll(async () => {
  ftp = await startTestFtp({}, {}, elsewhere);
});
afterAll(() => ftp.close());

it('copies finished files to where imports read them, and follows a rename and a removal', async () => {
  const { id, key } = await ftp.addOrganization();
  const client = await ftp.connect(key);
  await put(client, 'people.csv', 'email\n');
  expect([...copies]).toEqual([[`${id}/people.csv`, 'email\n']]);
  await client.rename('people.csv', 'members.csv');
  expect([...copies]).toEqual([[`${id}/members.csv`, 'email\n']]);
  await client.ensureDir('old');
  await client.cd('/');
  await client.rename('members.csv', 'old/members.csv');
  expect([...copies]).toEqual([]);
  await client.rename('old/members.csv', 'members.csv');
  expect([...copies]).toEqual([[`${id}/members.csv`, 'email\n']]);
  await client.remove('members.csv');
  expect([...copies]).toEqual([]);
});

it('answers an upload that cannot be copied with an error, and takes it again', async () => {
  const { id, key } = await ftp.addOrganization();
  const client = await ftp.connect(key);
  fails = true;
  await expect(put(client, 'people.csv', 'email\n')).rejects.toThrow();
  expect([...copies]).toEqual([]);
  fails = false;
  await put(client, 'people.csv', 'email\n');
  expect(copies.get(`${id}/people.csv`)).toBe('email\n');
});
