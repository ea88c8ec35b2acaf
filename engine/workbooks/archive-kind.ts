import { UnreadablePacked } from './errors.ts';
import type { ZipArchive } from './zip-archive.ts';

/** A ZIP archive that can be imported: a workbook, or one table as text. */
export type ArchiveKind = { readonly kind: 'workbook' } | { readonly kind: 'text'; readonly name: string };

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
export function archiveKind(archive: ZipArchive): ArchiveKind {
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
