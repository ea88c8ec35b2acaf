import { BOUNDS } from '../domain/bounds.ts';
import { damagedWorkbook } from './errors.ts';
import { builtInFormat, readNumberFormat } from './number-formats.ts';
import type { NumberFormat } from './number-formats.ts';
import { parseXml } from './xml.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Reads how the cells of each style show numbers, by the number of the style. @throws UnreadablePacked */
export async function readCellStyles(archive: ZipArchive, file: string | null): Promise<readonly NumberFormat[]> {
  if (file === null) return [];
  const formats = new Map<number, NumberFormat>();
  const styles: NumberFormat[] = [];
  let isInCells = false;
  await parseXml(archive.read(file), {
    open: (name, attributes) => {
      if (formats.size + styles.length > BOUNDS.workbookStyles.max) {
        throw damagedWorkbook(`it has more than ${BOUNDS.workbookStyles.max} styles`);
      }
      if (name === 'cellXfs') isInCells = true;
      else if (name === 'numFmt')
        formats.set(Number(attributes.numFmtId), readNumberFormat(attributes.formatCode ?? ''));
      else if (name === 'xf' && isInCells) {
        const id = Number(attributes.numFmtId ?? 0);
        styles.push(formats.get(id) ?? builtInFormat(id));
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return styles;
}
