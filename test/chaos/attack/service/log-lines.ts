import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A sentence for each kind of line that the logs in a folder should not have: about the import of another job, or with an address. */
export async function falseLogLines(folder: string): Promise<string[]> {
  const texts = await Promise.all(LOGS.map((name) => readFile(join(folder, name), 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n'));
  const foreign = lines.find((line) => {
    const { importId, workflowId } = parsed(line);
    return importId !== undefined && workflowId !== undefined && !workflowId.endsWith(`subscriber-import/${importId}`);
  });
  const withAddress = lines.find((line) => line.includes('@example.com'));
  return [
    ...(foreign === undefined ? [] : [`a line of the log names the import of another job: ${foreign.slice(0, 500)}`]),
    ...(withAddress === undefined ? [] : [`a line of the log names an address: ${withAddress.slice(0, 500)}`]),
  ];
}

/** Faults that the log of the API gives as causes of failed calls, each with its number of calls. */
export async function faultsOfCalls(folder: string): Promise<Record<string, number>> {
  const faults: Record<string, number> = {};
  for (const line of (await readFile(join(folder, 'api.log'), 'utf8')).split('\n')) {
    const { msg, fault } = parsed(line);
    if (fault === undefined || !msg?.startsWith('call failed')) continue;
    const name = JSON.stringify(fault).slice(0, 300);
    faults[name] = (faults[name] ?? 0) + 1;
  }
  return faults;
}

const LOGS = ['api.log', 'worker.log', 'ftp.log'];

interface Line {
  readonly importId?: number;
  readonly workflowId?: string;
  readonly msg?: string;
  readonly fault?: unknown;
}

function parsed(line: string): Line {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return {};
  }
}
