import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { whyUnreadable } from '../../../engine/csv/recognize.ts';
import type { FileFormat } from '../../../engine/csv/splitter.ts';

const FORMAT: FileFormat = {
  character_set: 'UTF-8',
  csv_has_headers: true,
  csv_field_enclosure: '"',
  csv_field_separator: ',',
  date_format: 'mdy',
};
const why = (head: Buffer | string, format: Partial<FileFormat> = {}, columns = 2) =>
  whyUnreadable(Buffer.from(head), { format: { ...FORMAT, ...format }, columns });
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const utf32 = (text: string) => Buffer.from(Uint32Array.from(text, (letter) => letter.codePointAt(0) ?? 0).buffer);
/** A text of small letters and marks as a mainframe has it. */
const ebcdic = (text: string) =>
  Buffer.from(
    Array.from(Buffer.from(text), (byte) => {
      const at = byte - 0x61;
      if (at < 0) return { ',': 0x6b, '@': 0x7c, '.': 0x4b, '\n': 0x15 }[String.fromCharCode(byte)] ?? 0x40;
      return at < 9 ? 0x81 + at : at < 18 ? 0x91 + at - 9 : 0xa2 + at - 18;
    }),
  );
const CSV = 'email,name\nann@example.com,Ann\n';

describe('the beginning of a source', () => {
  it.each<[string, Buffer | string, RegExp]>([
    [
      'UTF-16LE with a mark',
      Buffer.from(`\ufeff${CSV}`, 'utf16le'),
      /^The file is encoded in UTF-16LE\. Export it in UTF-8 .* set file_format\.character_set to UTF-16LE/,
    ],
    ['UTF-16LE without a mark', Buffer.from(CSV, 'utf16le'), /UTF-16LE/],
    ['UTF-16BE with a mark', utf16be(`\ufeff${CSV}`), /UTF-16BE/],
    ['UTF-16BE without a mark', utf16be(CSV), /UTF-16BE/],
    ['UTF-16 with other letters', Buffer.from('email,имя\nann@example.com,Анна\n', 'utf16le'), /UTF-16LE/],
    ['gzip', gzipSync(CSV), /^The file is compressed with gzip/],
    ['ZIP', Buffer.from('PK\x03\x04\x14\0\0\0people.csv'), /^The file is a ZIP archive/],
    ['XLSX', Buffer.from('PK\x03\x04\x14\0\0\0[Content_Types].xml'), /^The file is an Excel workbook \(XLSX\)/],
    [
      'XLS of many NULs',
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(2_000)]),
      /workbook \(XLS\)/,
    ],
    ['XLS', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /^The file is an Excel workbook \(XLS\)/],
    ['PDF', '%PDF-1.7\n', /^The file is a PDF document/],
    ['HTML', '\ufeff\n <!DOCTYPE html><html>', /^The file is an HTML page/],
    ['a table of HTML', '<table border=1><tr><th>email</th></tr></table>', /^The file is an HTML page, not a table/],
    ['HTML after a comment', '<!-- saved -->\n<html>', /HTML page/],
    ['an array of JSON', '[{"email":"ann@example.com"}]', /^The file is JSON, not a table\. Export it as CSV/],
    ['an object of JSON', '{\n  "people": []\n}', /JSON/],
    ['lines of JSON', '{"email":"ann@example.com"}\n{"email":"bob@example.com"}\n', /JSON/],
    ['rows of JSON', '["email","name"]\n["ann@example.com","Ann"]\n', /JSON/],
    ['an empty list of JSON', '[]', /JSON/],
    ['RTF', '{\\rtf1\\ansi email,name\\par}', /RTF document/],
    [
      'a refusal in XML',
      '<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>',
      /answer of a server that refused/,
    ],
    ['XML', '<?xml version="1.0"?><people/>', /XML document/],
    ['XML without a declaration', '<people>\n  <person mail="ann@example.com"/>', /XML document/],
    [
      'a web archive',
      'From: <Saved by Blink>\r\nSnapshot-Content-Location: https://x.example\r\n',
      /web archive \(MHTML\)/,
    ],
    ['a mail', 'MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n', /mail/],
    ['YAML', '- email: ann@example.com\n  name: Ann\n', /is YAML/],
    ['YAML of one key', 'people:\n  - email: ann@example.com\n', /is YAML/],
    ['YAML with a mark', '---\nemail: ann@example.com\n', /is YAML/],
    ['SQL that names an encoding', 'SET NAMES utf8;\n', /is SQL/],
    ['SQL that reads', 'SELECT * FROM people;', /is SQL/],
    ['UTF-32 with a mark', utf32(`\ufeff${CSV}`), /UTF-32\. Export it in UTF-8/],
    ['UTF-32 without a mark', utf32('email,имя\nann@example.com,Анна\n'), /UTF-32/],
    ['vCards', 'BEGIN:VCARD\r\nVERSION:3.0\r\nEMAIL:ann@example.com\r\n', /contacts \(vCard\)/],
    ['a calendar', 'BEGIN:VCALENDAR\n', /calendar/],
    ['LDIF', '# export\nversion: 1\n\ndn: cn=Ann,dc=example\nmail: ann@example.com\n', /directory export \(LDIF\)/],
    ['LDIF without a version', 'dn:: Y249QW5u\n', /LDIF/],
    ['SQL', "-- dump\n\n/*!40101 SET NAMES utf8 */;\nINSERT INTO `people` VALUES ('ann@example.com');\n", /is SQL/],
    ['SQL without comments', 'CREATE TABLE people (email text);\n', /is SQL/],
    ['an error page', '404: Not Found', /error page of a server/],
    ['another error page', 'Access Denied\n', /error page of a server/],
    ['7-Zip', Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'), /7-Zip archive/],
    ['a file of Outlook', Buffer.concat([Buffer.from('!BDN'), Buffer.alloc(200)]), /data file of Outlook/],
    ['an attachment of Outlook', Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 2]), /winmail\.dat/],
    ['an Access database', '\0\x01\0\0Standard ACE DB\0', /Access database/],
    ['a drawn table', '+-------+\n| email |\n+-------+\n', /drawn with lines/],
    ['EBCDIC', ebcdic('email,name\nann@x.example,ann\nbob@x.example,bob\n'), /encoded in EBCDIC/],
    [
      'binary data',
      Buffer.from(Array.from({ length: 1_000 }, (_, at) => (at * 89) % 256)),
      /no text: it holds binary data/,
    ],
    ['a picture', Buffer.from('\x89PNG\r\n', 'latin1'), /picture/],
    [
      'semicolons',
      'email;name\na@b.io;Ann, and others\n',
      /separated by semicolons; set file_format\.csv_field_separator/,
    ],
    ['tabs', '\ufeffemail\tname\n', /separated by tabs/],
  ])('tells %s', (_, head, sentence) => {
    expect(why(head)).toMatch(sentence);
  });

  it('tells commas where another separator is set', () => {
    expect(why(CSV, { csv_field_separator: ';' })).toMatch(/separated by commas/);
  });

  it.each<[string, Buffer | string, Partial<FileFormat>, number]>([
    ['a file of the format', CSV, {}, 2],
    ['odd rows below a good header', 'email,name\na@b.io;Ann\nb@b.io;Bo\n', {}, 2],
    ['a separator in a quoted name', '"email;address"\n', {}, 2],
    ['one column', 'email;name\n', {}, 1],
    ['no header', 'a@b.io;Ann\n', { csv_has_headers: false }, 2],
    ['separators of Hive', 'email\x01name\nann@example.com\x01Ann\n'.repeat(40), {}, 1],
    ['letters of another encoding', Buffer.from('c0cdcdc020c1ee2c203133'.repeat(9), 'hex'), {}, 1],
    ['a NUL here and there', 'email,name\n\0a@b.io,\0\0Ann\n', {}, 2],
    ['NULs behind the last row', Buffer.concat([Buffer.from(CSV), Buffer.alloc(2_000)]), {}, 2],
    ['NULs only', Buffer.alloc(2000), {}, 2],
    ['an empty file', '', {}, 2],
    ['a first column that is called version', 'version: 1,name\nann@example.com,Ann\n', {}, 2],
    ['a number like an error', '404,name\nann@example.com,Ann\n', {}, 2],
    ['a word like an error', 'not found,name\nann@example.com,Ann\n', {}, 2],
    ['a name in brackets', '[email],{name}\nann@example.com,Ann\n', {}, 2],
    ['a comment', '# people\nemail,name\nann@example.com,Ann\n', {}, 2],
    ['a table of settings', 'set,name\nann@example.com,Ann\n', {}, 2],
    ['an address in brackets', '<ann@example.com>,Ann\n', {}, 2],
    ['columns of a mail', 'From,To\nann@example.com,Ann\n', {}, 2],
    ['a cell that looks like HTML', 'email,name\n<html>,x\n', {}, 2],
  ])('lets %s pass', (_, head, format, columns) => {
    expect(why(head, format, columns)).toBeNull();
  });

  it('tells lines to skip that do not end within the beginning of a longer file', () => {
    const titles = (bytes: number) => `${'x'.repeat(bytes - 1)}\n`.repeat(100);
    const table = `${CSV}${'bo@example.com,Bo\n'.repeat(60_000)}`;
    expect(why(titles(600) + table, { skip_lines: 100 })).toBeNull();
    expect(why(titles(3_000) + table, { skip_lines: 100 })).toBe(
      'file_format.skip_lines is 100, but the first 64 KiB of the file have fewer lines. Set it to the number of lines above the header.',
    );
    expect(why(titles(10), { skip_lines: 100 })).toBeNull();
  });

  it('tells a sheet of a file that has none', () => {
    expect(why(CSV, { sheet: 'People' })).toBe(
      'file_format.sheet is set, but the file is no workbook. Remove it, or send the workbook.',
    );
    expect(why(CSV, { sheet: 1, workbook: true })).toBeNull();
  });

  it('lets a line without an end pass', () => {
    expect(why(`email${'"'.repeat(60_000)}`)).toBeNull();
  });
});
