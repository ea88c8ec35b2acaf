/** Returns the key in the file store of a file that was sent in parts, by the id of the upload. */
export function uploadKey(uploadId: string): string {
  return `uploads/${uploadId}`;
}
