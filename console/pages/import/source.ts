/** Source of an import's file, as the query of the page's address names it. */
export type Source =
  | { readonly type: 'upload'; readonly id: string; readonly filename: string }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'upload_directory'; readonly filename: string };

/** Reads the source from the query of the address; null while none is chosen. */
export function sourceOf(query: Readonly<Record<string, string>>): Source | null {
  const { upload, file, url, directory } = query;
  if (upload !== undefined) return { type: 'upload', id: upload, filename: file ?? 'file' };
  if (url !== undefined) return { type: 'url', url };
  if (directory !== undefined) return { type: 'upload_directory', filename: directory };
  return null;
}

/** Writes a source as the query of the address. */
export function queryOf(source: Source | null): Record<string, string> {
  if (source === null) return {};
  if (source.type === 'upload') return { upload: source.id, file: source.filename };
  return source.type === 'url' ? { url: source.url } : { directory: source.filename };
}

/** The source as the API takes it. */
export function toFileSource(source: Source) {
  if (source.type !== 'upload') return source;
  return { type: source.type, id: source.id };
}

/** The name of a source for the reader. */
export function sourceName(source: Source): string {
  return source.type === 'url' ? source.url : source.filename;
}
