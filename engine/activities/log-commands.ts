import type { Logger } from 'pino';
import type { TakenCommand } from '../db/jobs/job-activity.ts';

/** Logs the commands that a job took, each with its sender. */
export function logCommands(log: Logger, commands: readonly TakenCommand[] = []): void {
  for (const { command, at, by } of commands) log.info({ command, at, by }, 'the job took a command');
}
