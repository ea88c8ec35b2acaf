import type { Random } from '../random.ts';

/** A file in bytes that hardly any program would write on purpose. */
export interface DirtyFile {
  readonly bytes: Buffer;
  readonly records: number;
  /** Addresses of the rows that are good all the same, each once. */
  readonly good: readonly string[];
}

/** Makes a UTF-8 file of that many rows in which every bad row is one line, so that it can spoil no other. */
export function makeDirtyFile(random: Random, settings: { rows: number; longestField: number }): DirtyFile {
  const good: string[] = [];
  const parts: Buffer[] = [];
  const add = (record: Buffer | string) => parts.push(Buffer.from(record), Buffer.from(random.pick(['\n', '\r\n'])));
  if (random.chance(0.5)) parts.push(BYTE_ORDER_MARK);
  add('email,city,score');
  const longestAt = random.int(1, settings.rows - 1);
  for (let i = 0; i < settings.rows; i++) {
    // None of these is a record.
    if (random.chance(0.1)) parts.push(Buffer.from(random.pick(['\n', '\r\n', ',,\n', ' ,"",\t\r\n'])));
    if (i === longestAt) add(overlong(settings.longestField, random.pick(ENCLOSURES)));
    else if (random.chance(0.3)) add(random.pick(BAD)(i));
    else {
      good.push(`d${i}@example.com`);
      add(random.pick(GOOD)(`d${i}@example.com`, i));
    }
  }
  return { bytes: Buffer.concat(parts), records: settings.rows, good };
}

/** Spoils random bytes of a file: how many rows it has afterwards, and which are good, nobody knows. */
export function spoil(random: Random, bytes: Buffer, times: number): Buffer {
  const spoilt = [...Array(times)].reduce<Buffer>((before) => {
    const at = random.int(0, before.length - 1);
    const removed = random.int(0, 2);
    return Buffer.concat([before.subarray(0, at), random.pick(SPOILERS), before.subarray(at + removed)]);
  }, bytes);
  return spoilt;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const GOOD: readonly ((email: string, i: number) => string)[] = [
  (email, i) => `${email},Rome,${i}`,
  (email, i) => `${email},"Washington, D.C.",${i}`,
  (email, i) => `"${email}","the ""Hub""",${i}`,
  (email, i) => `${email},\\u0000 and \\x00,${i}`,
  (email, i) => `${email},"two\r\nlines",${i}`,
  (email, i) => `${email},6" pipes,${i}`,
  (email) => `${email},"",`,
  (email, i) => `  ${email}\t,Zürich 🏔,${i} `,
];

const BAD: readonly ((i: number) => Buffer | string)[] = [
  (i) => Buffer.from(`latin${i}@example.com,K\xf6ln,${i}`, 'latin1'),
  (i) => `nul${i}@example.com,Ro\0me,${i}`,
  (i) => `mark${i}\ufeff@example.com,Rome,${i}`,
  (i) => `"open${i}@example.com,Rome,${i}`,
  (i) => `after${i}@example.com,"Ro"me,${i}`,
  (i) => `short${i}@example.com,Rome`,
  (i) => `long${i}@example.com,Rome,${i},more`,
  (i) => `nobody ${i},Rome,${i}`,
  (i) => Buffer.from(`utf16-${i}@example.com,Rome,${i}`, 'utf16le'),
  () => ',,x',
  (i) => Buffer.concat([Buffer.from(`cut${i}@example.com,`), Buffer.from('€').subarray(0, 2), Buffer.from(`,${i}`)]),
];

const SPOILERS = ['"', '""', '\n', '\r', '\r\n', ',', '\0', '\ufeff', '"\n', ',"', 'x', ''].map((text) =>
  Buffer.from(text),
);
SPOILERS.push(Buffer.from([0xff]), Buffer.from([0xc3]));

/** A field without quotes, one whose quote is never closed, or one whose quote is closed too late. */
function overlong(bytes: number, [open, close]: readonly [string, string]): Buffer {
  return Buffer.concat([
    Buffer.from(`overlong@example.com,${open}`),
    Buffer.alloc(bytes, 'x'),
    Buffer.from(`${close},1`),
  ]);
}

const ENCLOSURES = [
  ['', ''],
  ['"', ''],
  ['"', '"'],
] as const;
