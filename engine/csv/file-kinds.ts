/** Bytes of the beginning of a file that tell its kind. */
const TOLD_BYTES = 4_096;

const AS_CSV = 'Export it as CSV in UTF-8 and import that.';
const UNPACK = 'Unpack it and import the CSV in it.';

/** First bytes of files that are sent in place of CSV. */
const FIRST_BYTES: readonly (readonly [first: Buffer, sentence: string])[] = [
  [Buffer.from([0x1f, 0x8b]), `The file is compressed with gzip. ${UNPACK}`],
  [Buffer.from('%PDF-'), `The file is a PDF document. ${AS_CSV}`],
  [
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    'The file is an Excel workbook (XLS) of the old format, or one with a password. ' +
      'Save it as XLSX without a password, or export it as CSV in UTF-8, and import that.',
  ],
  [Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'), `The file is a 7-Zip archive. ${UNPACK}`],
  [Buffer.from('Rar!\x1a', 'latin1'), `The file is a RAR archive. ${UNPACK}`],
  [Buffer.from('BZh'), `The file is compressed with bzip2. ${UNPACK}`],
  [Buffer.from('\xfd7zXZ\0', 'latin1'), `The file is compressed with xz. ${UNPACK}`],
  [Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), `The file is compressed with zstd. ${UNPACK}`],
  [Buffer.from('SQLite format 3\0'), `The file is an SQLite database. ${AS_CSV}`],
  [Buffer.from('PAR1'), `The file is a Parquet file. ${AS_CSV}`],
  [Buffer.from('\x89PNG', 'latin1'), `The file is a picture (PNG). ${AS_CSV}`],
  [Buffer.from([0xff, 0xd8, 0xff]), `The file is a picture (JPEG). ${AS_CSV}`],
  [Buffer.from('!BDN'), `The file is a data file of Outlook (PST or OST). ${AS_CSV}`],
  [Buffer.from([0x78, 0x9f, 0x3e, 0x22]), `The file is an attachment of Outlook (winmail.dat). ${UNPACK}`],
  [Buffer.from('\0\x01\0\0Standard '), `The file is an Access database. ${AS_CSV}`],
  [Buffer.from('bplist0'), `The file is a property list. ${AS_CSV}`],
];
const ZIP = Buffer.from('PK\x03\x04');
/** Names of files that every workbook holds, one of them near its beginning. */
const WORKBOOK = ['[Content_Types].xml', 'xl/', 'docProps/'];

const XML = `The file is an XML document, not a table. ${AS_CSV}`;
const MAIL = `The file is a mail or a web archive (MHTML), not a table. ${AS_CSV}`;
const PROGRAM_ERROR =
  'The file is the error message of a program, not a table. Have the program corrected that should write the table.';
const YAML = `The file is YAML, not a table. ${AS_CSV}`;
const HTML =
  'The file is an HTML page, not a table. If a program saved it for Excel, open it there and save it as CSV UTF-8. ' +
  'If it comes from a URL, check that the URL needs no login.';

/** First words of text files that are sent in place of CSV, each with its message. The order matters: the first match counts. */
const FIRST_WORDS: readonly (readonly [first: RegExp, sentence: string])[] = [
  [/^\{\\rtf/i, `The file is an RTF document, not a table. ${AS_CSV}`],
  [/^(?:\{\s*(?:"|\})|\[\s*(?:[[{\]]|"(?:[^"\\]|\\.)*"\s*[,\]]))/, `The file is JSON, not a table. ${AS_CSV}`],
  [
    /^<(?:!doctype\s+html|!--|html|head|body|table|tr|div|span|meta|link|script|style|title|center|h\d|p|pre|br|font)\b/i,
    HTML,
  ],
  [/^<!--/, HTML],
  [
    /^<\?xml[^>]*>\s*<Error>/i,
    'The file is the answer of a server that refused it (XML), not a table. Check that the URL has not expired and needs no login.',
  ],
  [/^<\?xml\b/i, XML],
  // An address may stand in such brackets, but no table begins with an element within another one.
  [/^<[a-z][\w:.-]*(?:\s[^<>]*)?>\s*<[a-z!?]/i, XML],
  [
    /^(?:MIME-Version:|(?:From|Return-Path|Received|Delivered-To|Content-Type):[ \t][^\n]*\r?\n(?:[ \t][^\n]*\n)*[A-Z][\w-]*:[ \t])/,
    MAIL,
  ],
  // Titles above a table may begin so, too: another line has to be of a mail.
  [
    /^(?:To|Date|Subject|Message-ID|X-[\w-]+):[ \t][^\n]*\n(?:(?:[ \t]|[A-Z][\w-]*:)[^\n]*\n){0,40}(?:Message-ID|MIME-Version|Received|Content-Type|Return-Path|Delivered-To):[ \t]/,
    MAIL,
  ],
  [/^From \S+ +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) +[A-Z][a-z]{2} [^\n]*\r?\n[A-Z][\w-]*:[ \t]/, MAIL],
  [/^a:\d+:\{(?:i:\d+;|s:\d+:"|\})/, `The file is data of PHP, not a table. ${AS_CSV}`],
  [/^(?:PHP )?(?:Fatal|Parse) error:[ \t]/, PROGRAM_ERROR],
  [/^---[ \t]*\r?\n(?:[\w-]+:(?:[ \t]|\r?\n)|-[ \t])/, YAML],
  [/^[\w-]+:[ \t]*\r?\n[ \t]+(?:- )?[\w-]+:[ \t]/, YAML],
  [/^-[ \t]+[\w-]+:[ \t][^\n]*\r?\n[ \t]+[\w-]+:[ \t]/, YAML],
  [/^\+[-=+]{3,}\+[ \t]*\r?\n[ \t]*\|/, `The file is a table drawn with lines, as programs print it. ${AS_CSV}`],
  [/^BEGIN:VCARD\b/i, `The file is a list of contacts (vCard), not a table. ${AS_CSV}`],
  [/^BEGIN:VCALENDAR\b/i, `The file is a calendar, not a table. ${AS_CSV}`],
];
/** The same of files that may begin with comments. */
const FIRST_WORDS_AFTER_COMMENTS: typeof FIRST_WORDS = [
  [/^(?:version:[ \t]*1\s+)?dn::?[ \t]/i, `The file is a directory export (LDIF), not a table. ${AS_CSV}`],
  [
    /^(?:insert\s+into|create\s+(?:table|database|schema|temporary)|drop\s+(?:table|database)|lock\s+tables|pragma\s+\w+\s*=|begin\s+transaction|use\s+[`"[]\w+[`"\]]\s*;|set\s+[@\w.]+\s*=|set\s+names\s+\S+\s*;|update\s+[\w`".]+\s+set\s|delete\s+from\s|select\s[^;]*\sfrom\s[\w`".][^,;\n]*;)(?=\W|\b|$)/i,
    `The file is SQL, not a table. ${AS_CSV}`,
  ],
];
const COMMENT = /^(?:#[^\n]*\n|--[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/;?)\s*/;

/** Texts that servers send in place of a file, in lower case; what follows is of no account. */
const REFUSALS =
  /^(?:http\/\d(?:\.\d)? |error(?: code)?[: ]+)?(?:[45]\d\d(?=[: -]|$)|access denied|forbidden|not found|unauthorized|bad gateway|bad request|internal server error|service unavailable|gateway time-?out|too many requests|file not found|permission denied|no such file)/;
const REFUSED =
  'The file is the error page of a server, not a table. Check that the URL is right, has not expired and needs no login.';

/**
 * Recognizes a file that is no table by how it begins.
 * @param text the beginning of the file as text
 * @returns a sentence that says what it is and what to do; null when it may be a table
 */
export function otherKind(head: Buffer, text: string): string | null {
  if (startsWith(head, ZIP)) {
    return WORKBOOK.some((name) => head.includes(name))
      ? `The file is an Excel workbook (XLSX). Send it as an upload, or export it as CSV in UTF-8 and import that.`
      : `The file is a ZIP archive. Send it as an upload, or unpack it and import the CSV in it.`;
  }
  return (
    FIRST_BYTES.find(([first]) => startsWith(head, first))?.[1] ?? kindOfText(text.slice(0, TOLD_BYTES).trimStart())
  );
}

function kindOfText(text: string): string | null {
  const stripped = withoutComments(text);
  const kind =
    FIRST_WORDS.find(([first]) => first.test(text)) ??
    FIRST_WORDS_AFTER_COMMENTS.find(([first]) => first.test(stripped));
  if (kind !== undefined) return kind[1];
  // A table has addresses, and a page that a server sends in place of it is short.
  const isRefusal = !text.includes('@') && text.length < TOLD_BYTES && REFUSALS.test(text.slice(0, 80).toLowerCase());
  return isRefusal ? REFUSED : null;
}

function withoutComments(text: string): string {
  let rest = text;
  for (let found = COMMENT.exec(rest); found !== null; found = COMMENT.exec(rest)) rest = rest.slice(found[0].length);
  return rest;
}

function startsWith(head: Buffer, first: Buffer): boolean {
  return head.subarray(0, first.length).equals(first);
}
