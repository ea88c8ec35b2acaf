import { BOUNDS } from '../domain/bounds.ts';
import type { SheetFacts, WorkbookFacts } from '../domain/workbooks.ts';
import { damagedWorkbook, UnreadablePacked } from './errors.ts';
import type { RandomFile } from './random-file.ts';
import { readSheetExtent } from './sheet-rows.ts';
import { readSheetText } from './sheet-text.ts';
import type { SheetTextOptions } from './sheet-text.ts';
import { readWorkbookParts } from './workbook-parts.ts';
import type { SheetPart } from './workbook-parts.ts';
import { mostUnpacked, openZipArchive, unpacksToTooMuch } from './zip-archive.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Options for unpacking an archive or workbook. */
export interface UnpackOptions extends SheetTextOptions {
  /** The name of the sheet, or its number among the visible ones, from 1; null: the first visible one. */
  readonly sheet: string | number | null;
  /** Maximum unpacked size of the files that are read, in bytes. */
  readonly maxBytes: number;
}

/** The table in an archive or workbook, as CSV. */
export interface Unpacked {
  /** Null: the archive has a text, which is left as it is. */
  readonly workbook: WorkbookFacts | null;
  /** The name of that text in the archive; null of a workbook. */
  readonly entry: string | null;
  readonly content: AsyncGenerator<Buffer, void, void>;
}

/** Opens the table in a ZIP archive or workbook. @throws UnreadablePacked, FileTooLarge, also from the content */
export async function unpack(file: RandomFile, options: UnpackOptions): Promise<Unpacked> {
  const archive = await openZipArchive(file, options);
  const found = archiveKind(archive);
  if (found.kind === 'text') return { workbook: null, entry: found.name, content: archive.read(found.name) };
  const parts = await readWorkbookParts(archive);
  const sheet = chooseSheet(parts.sheets, options.sheet);
  const workbook = await readFacts(archive, parts.sheets, sheet);
  const content = readSheetText(archive, { ...parts, file: sheet.file }, options);
  return { workbook, entry: null, content: bounded(content, mostUnpacked(file.bytes)) };
}

function chooseSheet(sheets: readonly SheetPart[], wanted: UnpackOptions['sheet']): SheetPart {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const [first = sheets[0]] = visible;
  if (first === undefined) throw damagedWorkbook('it has no sheet with cells');
  if (wanted === null) return first;
  const plain = (name: string) => name.trim().toLowerCase();
  const named = sheets.find(({ name }) => plain(name) === plain(String(wanted)));
  const found = typeof wanted === 'number' ? visible[wanted - 1] : (named ?? visible[Number(wanted) - 1]);
  if (found === undefined) {
    throw new UnreadablePacked(
      `The workbook has no such sheet: file_format.sheet takes the name of a sheet, or a number from 1 to ${visible.length}.`,
    );
  }
  return found;
}

/** Reads the beginnings of the sheets. */
async function readFacts(archive: ZipArchive, all: readonly SheetPart[], chosen: SheetPart): Promise<WorkbookFacts> {
  const read = async ({ name, file }: SheetPart) => {
    const { rows, isEmpty } = await readSheetExtent(archive.read(file));
    return { name, rows, isEmpty };
  };
  const visible = all.filter((each) => !each.isHidden && each !== chosen).slice(0, BOUNDS.namedSheets.max);
  const facts = new Map<SheetPart, SheetFacts & { readonly isEmpty: boolean }>();
  for (const each of [chosen, ...visible]) facts.set(each, await read(each));
  const shown = all.flatMap((each) => {
    const found = facts.get(each);
    return found === undefined || (found.isEmpty && each !== chosen) ? [] : [{ name: found.name, rows: found.rows }];
  });
  const { name, rows } = facts.get(chosen) ?? { name: chosen.name, rows: null };
  return { sheet: { name, rows }, sheets: shown };
}

/** Many cells may share a long text. */
async function* bounded(content: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer, void, void> {
  let bytes = 0;
  for await (const block of content) {
    bytes += block.length;
    if (bytes > most) throw unpacksToTooMuch();
    yield block;
  }
}

/** A ZIP archive that can be imported: a workbook, or one table as text. */
type ArchiveKind = { readonly kind: 'workbook' } | { readonly kind: 'text'; readonly name: string };

const SAVE = 'Save it as an Excel workbook (XLSX) or as CSV in UTF-8 and import that.';
const EXPORT = 'Export the table as CSV in UTF-8 and import that.';

/** Files by which archives are recognized that are neither. */
const OTHERS: readonly (readonly [name: RegExp, sentence: string])[] = [
  [/^xl\/workbook\.bin$/, `The file is a binary Excel workbook (XLSB). ${SAVE}`],
  [/^index\/document\.iwa$|^index\.zip$/, `The file is a Numbers or other iWork document. ${SAVE}`],
  [/^word\//, `The file is a Word document. ${EXPORT}`],
  [/^ppt\//, `The file is a presentation. ${EXPORT}`],
];
const OPEN_DOCUMENT = 'content.xml';
const TABLE = /\.(?:csv|tsv|tab|txt)$/;
/** Files that programs add for themselves. */
const IGNORED = /(?:^|\/)(?:__macosx\/|\.(?![./]))|\/$/;

/** Texts about the table next to them; names are in lower case. */
const EXPLANATION =
  /(?:^|\/)(?:read[ _-]?me|licen[cs]e|liesmich|lisez[ _-]?moi|leggimi|leeme|changelog|about)(?:[._-][^/]*)?\.txt$/;

/** Recognizes a ZIP archive by its files. @throws UnreadablePacked, with what it is and what to do, when it is nothing to import */
function archiveKind(archive: ZipArchive): ArchiveKind {
  const { names } = archive;
  const other = OTHERS.find(([pattern]) => names.some((name) => pattern.test(name)));
  if (other !== undefined) throw new UnreadablePacked(other[1]);
  if (archive.has('[content_types].xml') && names.some((name) => name.startsWith('xl/'))) return { kind: 'workbook' };
  if (archive.has('mimetype') && archive.has(OPEN_DOCUMENT)) {
    throw new UnreadablePacked(`The file is an OpenDocument file, such as a spreadsheet (ODS). ${SAVE}`);
  }
  const texts = names.filter((name) => TABLE.test(name) && !IGNORED.test(name));
  const unexplained = texts.filter((name) => !EXPLANATION.test(name));
  const tables = unexplained.length === 0 ? texts : unexplained;
  const [name] = tables;
  if (name === undefined) {
    throw new UnreadablePacked(
      'The ZIP archive has no file of CSV, TSV or TXT. Unpack it and import the file with the table.',
    );
  }
  if (tables.length > 1) {
    throw new UnreadablePacked(
      `The ZIP archive has ${tables.length} files of CSV, TSV or TXT, and only one can be imported: unpack it and import the one.`,
    );
  }
  return { kind: 'text', name };
}
