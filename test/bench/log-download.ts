import { API_PREFIX } from '../../api/http/prefix.ts';
import { readUsage, resetPeaks } from './processes.ts';

/** How the log of a large import was read. */
export interface LogDownload {
  readonly addresses: number;
  readonly megabytesPerSecond: number;
  /** Most memory of the API meanwhile; null where the system does not tell. */
  readonly apiPeakBytes: number | null;
}

/** Reads the log of added subscribers of an import, and counts its lines. @throws Error when it is not answered */
export async function timeLogDownload(apiUrl: string, apiKey: string, importId: number): Promise<LogDownload> {
  await resetPeaks();
  const startedAt = performance.now();
  const response = await fetch(`${apiUrl}${API_PREFIX}/subscriber_imports/${importId}/logs/added`, {
    headers: { authorization: `Basic ${apiKey}` },
  });
  if (!response.ok || response.body === null) throw new Error(`The log was answered ${response.status}.`);
  let bytes = 0;
  let addresses = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    addresses += countLines(chunk);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const usage = await readUsage();
  return { addresses, megabytesPerSecond: bytes / 1e6 / seconds, apiPeakBytes: usage?.api?.peakRssBytes ?? null };
}

function countLines(chunk: Uint8Array): number {
  let lines = 0;
  for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines++;
  return lines;
}

const LINE_FEED = 10;
