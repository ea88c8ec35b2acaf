import { toText } from '../csv/source-text.ts';
import type { FileFormat } from '../csv/splitter.ts';
import type { SourceHead } from './source-head.ts';

/** The beginning of a source of a known format as text. */
export function decodeHead(head: SourceHead, format: FileFormat): SourceHead {
  const { bytes: source, isWhole, totalBytes } = head;
  const bytes = toText(source, format, { isWhole });
  if (bytes === source) return head;
  const perByte = source.length === 0 ? 1 : bytes.length / source.length;
  return { bytes, isWhole, totalBytes: totalBytes === null ? null : Math.round(totalBytes * perByte) };
}
