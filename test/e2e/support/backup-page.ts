import { readFile } from 'node:fs/promises';

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
