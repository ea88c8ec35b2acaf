import { posix } from 'node:path';
import { BOUNDS } from '../domain/bounds.ts';
import { damagedWorkbook } from './errors.ts';
import type { DateEpoch } from './number-text.ts';
import { parseXml } from './xml.ts';
import type { ZipArchive } from './zip-archive.ts';

/** A sheet of a workbook, in the order of its tabs. */
export interface SheetPart {
  readonly name: string;
  readonly isHidden: boolean;
  /** The file of the archive that has its rows. */
  readonly file: string;
}

/** Parts of a workbook. */
export interface WorkbookParts {
  readonly sheets: readonly SheetPart[];
  /** Null where it has none. */
  readonly strings: string | null;
  readonly styles: string | null;
  readonly epoch: DateEpoch;
}

const WORKBOOK = 'xl/workbook.xml';

/** Reads the parts of a workbook and its sheets, of which charts and dialogs are none. @throws UnreadablePacked */
export async function readWorkbookParts(archive: ZipArchive): Promise<WorkbookParts> {
  const root = await readRelationships(archive, '');
  const workbook = root.find(({ type }) => type === 'officeDocument')?.file ?? WORKBOOK;
  if (!archive.has(workbook)) throw damagedWorkbook('it has no list of sheets');
  const relationships = await readRelationships(archive, workbook);
  const fileOf = new Map(relationships.filter(({ type }) => type === 'worksheet').map(({ id, file }) => [id, file]));
  const partOf = (wanted: string) => {
    const file = relationships.find(({ type }) => type === wanted)?.file;
    return file !== undefined && archive.has(file) ? file : null;
  };

  const sheets: SheetPart[] = [];
  let epoch: DateEpoch = 1900;
  await parseXml(archive.read(workbook), {
    open: (name, attributes) => {
      if (name === 'workbookPr' && isTrue(attributes.date1904)) epoch = 1904;
      if (name !== 'sheet') return;
      const file = fileOf.get(attributes.id ?? '');
      if (file === undefined || !archive.has(file)) return;
      if (sheets.length >= BOUNDS.workbookSheets.max) {
        throw damagedWorkbook(`it has more than ${BOUNDS.workbookSheets.max} sheets`);
      }
      const isHidden = attributes.state !== undefined && attributes.state !== 'visible';
      sheets.push({ name: (attributes.name ?? '').slice(0, BOUNDS.sheetName.max), isHidden, file });
    },
  });
  return { sheets, strings: partOf('sharedStrings'), styles: partOf('styles'), epoch };
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true' || text === 'on';
}

interface Relationship {
  readonly id: string;
  /** The last word of its type. */
  readonly type: string;
  readonly file: string;
}

/** Reads which other parts a part names; '' is the archive itself. */
async function readRelationships(archive: ZipArchive, part: string): Promise<Relationship[]> {
  const folder = posix.dirname(part);
  const file = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  if (!archive.has(file)) return [];
  const found: Relationship[] = [];
  await parseXml(archive.read(file), {
    open: (name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
      if (name !== 'Relationship' || mode === 'External') return;
      if (found.length >= BOUNDS.packedFiles.max) throw damagedWorkbook('it has too many parts');
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), file: path.toLowerCase() });
    },
  });
  return found;
}
