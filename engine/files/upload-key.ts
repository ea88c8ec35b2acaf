/** Returns the key in the file store of a file that was sent in parts, by the id of the upload. */
export function uploadKey(uploadId: string): string {
  return `uploads/${uploadId}`;
}

/** The upload that a key of the file store names; null for a key of another form. */
export function uploadOf(key: string): string | null {
  return KEY.exec(key)?.[1] ?? null;
}

const KEY = /^uploads\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
