import { afterAll, beforeAll, expect, it } from 'vitest';
import { put, startTestFtp } from '../engine/ftp/support.ts';
import type { TestFtp } from '../engine/ftp/support.ts';

let ftp: TestFtp;
beforeAll(async () => {
  ftp = await startTestFtp();
});
afterAll(() => ftp.close());

it('authentication: FTP with the user api and the key', async () => {
  const [own, other] = [await ftp.addOrganization(), await ftp.addOrganization()];
  await put(await ftp.connect(own.key), 'people.csv', 'email\n');
  const namesOf = async (key: string) => (await (await ftp.connect(key)).list()).map(({ name }) => name);
  expect(await namesOf(own.key)).toEqual(['people.csv']);
  expect(await namesOf(other.key)).toEqual([]);
  await expect(ftp.connect('wrong')).rejects.toThrow();
  await expect(ftp.connect(own.key, { user: 'root' })).rejects.toThrow();
});
