import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Reads the commands of docs/backup.md. */
export async function readBackupCommands(): Promise<(heading: string) => string> {
  const text = await readFile(new URL('../../../docs/backup.md', import.meta.url), 'utf8');
  return (heading) => {
    const [, rest] = text.split(`\n### ${heading}\n`);
    const commands = /```sh\n(.*?)```/s.exec(rest?.split(/\n##/)[0] ?? '')?.[1];
    if (commands === undefined) throw new Error(`docs/backup.md has no commands below "${heading}".`);
    return commands;
  };
}

/** Runs commands of the page as the user of the service. @param variables what the page leaves to its reader */
export async function runAsService(script: string, variables: Record<string, string>): Promise<void> {
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { env: { ...process.env, ...variables } });
}
