import { API_PREFIX } from '../../api/http/prefix.ts';
import { readUsage, resetPeaks } from './processes.ts';

/** Measurements of downloads of a large import's log. */
export interface LogDownload {
  readonly addresses: number;
  /** The median of a few downloads. */
  readonly megabytesPerSecond: number;
  /** Most memory of the API meanwhile; null where the system does not tell. */
  readonly apiPeakBytes: number | null;
}

const ROUNDS = 3;

/**
 * Reads the log of added subscribers of an import: once to count its lines, which takes this process as long as the download, and
 * then a few times by the clock. @throws Error when it is not answered, or not with the same bytes each time
 */
export async function timeLogDownload(apiUrl: string, apiKey: string, importId: number): Promise<LogDownload> {
  const read = () => readLog(apiUrl, apiKey, importId);
  await resetPeaks();
  let addresses = 0;
  let bytes = 0;
  for await (const chunk of await read()) {
    bytes += chunk.length;
    addresses += countLines(chunk);
  }
  const rates: number[] = [];
  while (rates.length < ROUNDS) {
    const startedAt = performance.now();
    let received = 0;
    for await (const chunk of await read()) received += chunk.length;
    rates.push(received / 1e6 / ((performance.now() - startedAt) / 1000));
    if (received !== bytes) throw new Error(`The log had ${bytes} bytes, and then ${received}.`);
  }
  const megabytesPerSecond = rates.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? NaN;
  const usage = await readUsage();
  return { addresses, megabytesPerSecond, apiPeakBytes: usage?.api?.peakRssBytes ?? null };
}

async function readLog(apiUrl: string, apiKey: string, importId: number): Promise<AsyncIterable<Uint8Array>> {
  const response = await fetch(`${apiUrl}${API_PREFIX}/subscriber_imports/${importId}/logs/added`, {
    headers: { authorization: `Basic ${apiKey}` },
  });
  if (!response.ok || response.body === null) throw new Error(`The log was answered ${response.status}.`);
  return response.body as AsyncIterable<Uint8Array>;
}

function countLines(chunk: Uint8Array): number {
  let lines = 0;
  for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines++;
  return lines;
}

const LINE_FEED = 10;
