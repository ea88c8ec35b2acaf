/** Has the browser save a stream as a file. The stream needs the API key, so that a plain link cannot fetch it. */
export async function saveFile(stream: ReadableStream<Uint8Array>, name: string, type: string): Promise<void> {
  const blob = await new Response(stream, { headers: { 'content-type': type } }).blob();
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read the blob by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
