import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { FileMissing } from '../../../engine/files/errors.ts';
import { inEachStore } from './stores.ts';

inEachStore((files) => {
  describe('a file that arrives in parts', () => {
    const part = async (offset: number, text: string) => {
      const file = await files.store.grow('uploads/1', offset);
      await file.write(Buffer.from(text));
      const durable = await file.sync();
      await file.close();
      return durable;
    };

    it('is under its key when it is finished, and not before', async () => {
      expect(await part(0, 'email\n')).toBe(6);
      expect(await part(6, 'ann@')).toBe(10);
      expect(await files.store.size('uploads/1')).toBeNull();
      for await (const key of files.store.list('uploads/')) expect(key).toBeNull();
      await files.store.finish('uploads/1');
      expect(await text(files.store.read('uploads/1'))).toBe('email\nann@');
    });

    it('drops what is behind the offset at which it goes on', async () => {
      await part(0, 'email\nann@example.com and more');
      expect(await part(6, 'bob')).toBe(9);
      await files.store.finish('uploads/1');
      expect(await text(files.store.read('uploads/1'))).toBe('email\nbob');
    });

    it('goes on when it was finished and that was not recorded, and not where bytes are missing', async () => {
      await part(0, 'abcdef');
      await files.store.finish('uploads/1');
      expect(await part(4, 'EF')).toBe(6);
      await files.store.finish('uploads/1');
      expect(await text(files.store.read('uploads/1'))).toBe('abcdEF');
      await part(0, 'abc');
      await expect(files.store.grow('uploads/1', 4)).rejects.toBeInstanceOf(FileMissing);
    });

    it('is removed with what has arrived of it', async () => {
      await part(0, 'abc');
      await files.store.remove('uploads/1');
      expect(await files.stored()).toEqual([]);
    });
  });
});
