/** Encodings that people choose from, by their label in the WHATWG Encoding Standard, with where files have them. */
const ENCODINGS: readonly (readonly [label: string, name: string])[] = [
  ['UTF-8', 'UTF-8'],
  ['utf-8-twice', 'UTF-8 that was encoded twice (Ã¼ for ü)'],
  ['windows-1252', 'Western European (windows-1252)'],
  ['windows-1250', 'Central European (windows-1250)'],
  ['iso-8859-2', 'Central European (ISO-8859-2)'],
  ['iso-8859-15', 'Western European with € (ISO-8859-15)'],
  ['windows-1251', 'Cyrillic (windows-1251)'],
  ['koi8-r', 'Cyrillic (KOI8-R)'],
  ['ibm866', 'Cyrillic (IBM 866)'],
  ['windows-1253', 'Greek (windows-1253)'],
  ['windows-1254', 'Turkish (windows-1254)'],
  ['windows-1255', 'Hebrew (windows-1255)'],
  ['windows-1256', 'Arabic (windows-1256)'],
  ['windows-1257', 'Baltic (windows-1257)'],
  ['windows-1258', 'Vietnamese (windows-1258)'],
  ['windows-874', 'Thai (windows-874)'],
  ['macintosh', 'Western European of old Macs (macintosh)'],
  ['shift_jis', 'Japanese (Shift_JIS)'],
  ['euc-jp', 'Japanese (EUC-JP)'],
  ['iso-2022-jp', 'Japanese (ISO-2022-JP)'],
  ['gb18030', 'Simplified Chinese (GB18030)'],
  ['big5', 'Traditional Chinese (Big5)'],
  ['euc-kr', 'Korean (EUC-KR)'],
  ['utf-16le', 'UTF-16, low byte first'],
  ['utf-16be', 'UTF-16, high byte first'],
];

/** The choices for a file that is read in an encoding; that one is among them, as it is written, whatever it is. */
export function encodingChoices(current: string): readonly (readonly [label: string, name: string])[] {
  const isCurrent = (label: string) => label.toLowerCase() === current.toLowerCase();
  if (!ENCODINGS.some(([label]) => isCurrent(label))) return [[current, current], ...ENCODINGS];
  return ENCODINGS.map(([label, name]) => (isCurrent(label) ? [current, name] : [label, name]));
}
