/** A file that was chosen on another page, for the one that imports it. */
let handed: File | null = null;

/** Keeps a file for the page that is opened next. */
export function handFile(file: File): void {
  handed = file;
}

/** The file that was kept; null when there is none or it was taken. */
export function takeHandedFile(): File | null {
  const taken = handed;
  handed = null;
  return taken;
}
