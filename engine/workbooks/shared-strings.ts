import { createStringTable } from './string-table.ts';
import type { StringTable } from './string-table.ts';
import { collectText } from './text-runs.ts';
import { readXml } from './xml.ts';
import type { ZipArchive } from './zip-archive.ts';

/** The texts that the cells of a workbook share. They are read as far as they are needed. */
export interface SharedStrings {
  /** Reads on until the text of that number is there, or there are no more. @throws UnreadablePacked */
  reach(index: number): Promise<void>;
  /** The text of that number, which was reached; null when there is none. */
  get(index: number): string | null;
  close(): Promise<void>;
}

/** Opens the shared texts of a workbook; null: it has none. */
export function openSharedStrings(archive: ZipArchive, file: string | null): SharedStrings {
  const table = createStringTable();
  const reading = file === null ? null : readTexts(archive, file, table);
  return {
    reach: async (index) => {
      while (table.length <= index && reading !== null) {
        const { done } = await reading.next();
        if (done === true) return;
      }
    },
    get: (index) => (Number.isInteger(index) && index >= 0 && index < table.length ? table.get(index) : null),
    close: async () => {
      table.close();
      await reading?.return();
    },
  };
}

function readTexts(archive: ZipArchive, file: string, table: StringTable): AsyncGenerator<undefined, void, void> {
  const text = collectText();
  return readXml(archive.read(file), {
    open: (name) => {
      if (name === 'si') text.begin();
      else text.open(name);
    },
    text: (part) => text.add(part),
    close: (name) => {
      if (name === 'si') table.add(text.end());
      else text.close(name);
    },
  });
}
