import { zip } from './zip.ts';
import type { ZippedFile } from './zip.ts';

/** A cell: a text is inline, a number has no style; an element is written as it stands. */
export type CellValue = string | number | boolean | null | { readonly xml: string };

export interface SheetContent {
  readonly name: string;
  /** A row is null where the sheet has none. */
  readonly rows: readonly (readonly CellValue[] | null)[];
  readonly state?: 'hidden' | 'veryHidden';
}

export interface WorkbookContent {
  readonly sheets: readonly SheetContent[];
  /** Texts that cells share: `{ xml: '<c r="A1" t="s"><v>0</v></c>' }`. */
  readonly strings?: readonly string[];
  /** Number formats of the styles from 1 on. */
  readonly formats?: readonly string[];
  readonly is1904?: boolean;
  readonly files?: readonly ZippedFile[];
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';

/** Writes a workbook of the Office Open XML format. */
export function workbook(content: WorkbookContent): Buffer {
  return zip(workbookFiles(content));
}

/** The files of a workbook, so that a test can change one. */
export function workbookFiles({ sheets, strings, formats = [], is1904, files = [] }: WorkbookContent): ZippedFile[] {
  const relations = sheets.map((_, at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at + 1}.xml`));
  if (strings !== undefined) relations.push(relation('t', 'sharedStrings', 'sharedStrings.xml'));
  relations.push(relation('y', 'styles', '/xl/styles.xml'));
  const tabs = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escape(name)}" sheetId="${at + 1}" r:id="s${at}"${state === undefined ? '' : ` state="${state}"`}/>`,
  );
  const numFmts = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escape(code)}"/>`);
  const xfs = ['<xf numFmtId="0"/>', ...formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`)];
  return [
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: '_rels/.rels',
      content: `<Relationships ${PACKAGE}>${relation('w', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content:
        `<?xml version="1.0"?><workbook ${MAIN} xmlns:r="${OFFICE}"><workbookPr date1904="${is1904 === true ? 1 : 0}"/>` +
        `<sheets>${tabs.join('')}</sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: `<Relationships ${PACKAGE}>${relations.join('')}</Relationships>` },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet ${MAIN}><numFmts>${numFmts.join('')}</numFmts><cellXfs>${xfs.join('')}</cellXfs></styleSheet>`,
    },
    ...sheets.map((sheet, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, content: sheetXml(sheet) })),
    ...(strings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: stringsXml(strings) }]),
    ...files,
  ];
}

function sheetXml({ rows }: SheetContent): string {
  const widest = Math.max(1, ...rows.map((row) => row?.length ?? 0));
  const data = rows.map((row, at) => (row === null ? '' : `<row r="${at + 1}">${rowXml(row, at + 1)}</row>`));
  return (
    `<?xml version="1.0" encoding="UTF-8"?><worksheet ${MAIN}>` +
    `<dimension ref="A1:${columnName(widest - 1)}${rows.length}"/><sheetData>${data.join('')}</sheetData></worksheet>`
  );
}

function rowXml(row: readonly CellValue[], number: number): string {
  return row.map((value, at) => (value === null ? '' : cellXml(value, `${columnName(at)}${number}`))).join('');
}

function cellXml(value: NonNullable<CellValue>, reference: string): string {
  switch (typeof value) {
    case 'string':
      return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escape(value)}</t></is></c>`;
    case 'number':
      return `<c r="${reference}"><v>${value}</v></c>`;
    case 'boolean':
      return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;
    case 'object':
      return value.xml.replace('<c', `<c r="${reference}"`);
  }
}

function stringsXml(strings: readonly string[]): string {
  return `<sst ${MAIN}>${strings.map((text) => `<si><t>${escape(text)}</t></si>`).join('')}</sst>`;
}

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
