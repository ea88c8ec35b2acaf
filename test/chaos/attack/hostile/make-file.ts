import type { Random } from '../../random.ts';

/** Makes a file of any separators, quotes, encodings, lengths, line ends and numbers of fields. */
export function makeFile(random: Random): Buffer {
  const separator = random.pick([',', ';', '\t', '|', ',;', '']);
  const lineEnds = random.pick([['\n'], ['\r\n'], ['\r'], ['\n', '\r\n', '\r'], ['\n\n'], ['']]);
  const width = random.pick([1, 2, 4, 8, 8, 300]);
  const rows = Math.min(random.pick([0, 1, 20, 400, 2_000]), MOST_CELLS / width);
  const lines = Array.from({ length: rows }, (_, i) => {
    const fields = random.chance(0.9) ? width : random.int(0, width * 2);
    const cells = Array.from({ length: fields }, (__, j) => (j === 0 ? `g${i}@example.com` : cellOf(random)));
    return cells.join(separator) + random.pick(lineEnds);
  });
  const text = random.pick(['', '\ufeff', '\ufeff\ufeff', '\n\n']) + lines.join('');
  return encode(random, text);
}

const MOST_CELLS = 20_000;

function cellOf(random: Random): string {
  const cell = random.pick(CELLS);
  return random.chance(0.001) ? cell.repeat(random.int(100, 20_000)) : cell;
}

const CELLS = [
  ...[
    'Rome',
    '',
    ' ',
    '"Rome"',
    "'Rome'",
    '"Ro""me"',
    '"Rome',
    'Ro"me',
    '""',
    '"',
    "''",
    '"a\nb"',
    '"a\r\nb"',
    '"a,b;c\td"',
  ],
  ...['1', '-1', '1.5', '1e9', '9'.repeat(40), '0x1', '１', 'NaN', '=1+1', '@x', '2024-02-30', '2024-01-01T00:00:00Z'],
  ...[
    'Köln',
    '北京',
    '🏔',
    '\u202e',
    '\ufeff',
    '\0',
    '\x1a',
    '\u2028',
    '\\',
    '\\n',
    '\\.',
    '\\N',
    '__proto__',
    'constructor',
  ],
  ...['active', 'html', 'both', 'scomp', 'true', 'x@example.com', 'null', '{}', '[]', '%00', '&amp;', '<script>'],
];

function encode(random: Random, text: string): Buffer {
  const bytes = Buffer.from(text, random.pick(['utf8', 'utf8', 'utf8', 'latin1', 'utf16le'] as const));
  if (bytes.length === 0 || random.chance(0.8)) return bytes;
  for (let i = 0; i < 20; i++) bytes[random.int(0, bytes.length - 1)] = random.int(0, 255);
  return bytes;
}
