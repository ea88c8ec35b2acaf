/** Encodes text in an encoding of the Encoding Standard, by trying which bytes Node decodes to each letter. */
export function encodeAs(label: string, text: string): Buffer {
  const encoding = label.toLowerCase();
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  if (encoding === 'iso-2022-jp') return withEscapes(text);
  const letters = lettersOf(encoding);
  return Buffer.concat(
    [...text].map((letter) => {
      const bytes = letter < '\x80' ? Buffer.from(letter) : letters.get(letter);
      if (bytes === undefined) throw new Error(`${label} has no ${letter}.`);
      return bytes;
    }),
  );
}

const known = new Map<string, Map<string, Buffer>>();

function lettersOf(encoding: string): Map<string, Buffer> {
  const letters = known.get(encoding) ?? new Map<string, Buffer>();
  if (known.has(encoding)) return letters;
  known.set(encoding, letters);
  const add = (bytes: number[]) => {
    // As a stream: at once, Node decodes windows-1252 as ISO-8859-1.
    const letter = new TextDecoder(encoding).decode(Buffer.from(bytes), { stream: true });
    if ([...letter].length === 1 && letter !== '\ufffd' && !letters.has(letter))
      letters.set(letter, Buffer.from(bytes));
  };
  for (let first = 0x80; first < 0x100; first++) add([first]);
  if (!/^(?:shift_jis|euc-|gb|big5)/.test(encoding)) return letters;
  for (let first = 0x81; first < 0xff; first++) for (let second = 0x40; second < 0xff; second++) add([first, second]);
  return letters;
}

function withEscapes(text: string): Buffer {
  return Buffer.concat(
    text.split(/([^\0-\x7f]+)/).map((part, at) => {
      if (at % 2 === 0) return Buffer.from(part);
      const plain = encodeAs('euc-jp', part).map((byte) => byte & 0x7f);
      return Buffer.concat([Buffer.from('\x1b$B'), plain, Buffer.from('\x1b(B')]);
    }),
  );
}
