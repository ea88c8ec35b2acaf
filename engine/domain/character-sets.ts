/** Encodings of the WHATWG Encoding Standard that Node's TextDecoder lacks. */
const OWN_CHARACTER_SETS: ReadonlySet<string> = new Set(['iso-8859-16', 'x-user-defined']);

/**
 * The encoding that a label of the WHATWG Encoding Standard names, in lower case: "Latin1" and "ISO-8859-1" are windows-1252. Null for
 * another label, and for encodings that the standard replaces because they are unsafe.
 */
export function characterSetOf(label: string): string | null {
  const plain = label.trim().toLowerCase();
  if (OWN_CHARACTER_SETS.has(plain)) return plain;
  try {
    return new TextDecoder(plain).encoding;
  } catch {
    return null;
  }
}

/** Whether a label names UTF-8. */
export function isUtf8Label(label: string): boolean {
  return characterSetOf(label) === 'utf-8';
}
