import { FileError } from '../files/errors.ts';

/** The file is no ZIP archive, or no workbook, that can be read: the same at every attempt. The sentence quotes nothing of the file. */
export class UnreadablePacked extends FileError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, false, options);
  }
}

/** The file is cut off, or is not what it says. */
export function damagedZip(cause?: unknown): UnreadablePacked {
  return new UnreadablePacked('The ZIP archive or workbook is damaged or was cut off.', { cause });
}

/** The workbook is no valid one. `part` names what of it is wrong. */
export function damagedWorkbook(part: string, cause?: unknown): UnreadablePacked {
  return new UnreadablePacked(`The workbook is damaged: ${part}. Open it in a spreadsheet program and save it again.`, {
    cause,
  });
}
