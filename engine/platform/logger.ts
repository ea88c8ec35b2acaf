import pino, { type Logger } from 'pino';
import type { Config } from './config.ts';
import { logContext, type LogContext } from './log-context.ts';

/** Destination of log lines: standard output when it is left out. */
export interface LoggerOptions {
  readonly destination?: pino.DestinationStream;
}

/** Creates a JSON logger whose lines carry the role of the process; credentials are removed from what it is given. */
export function createLogger(config: Pick<Config, 'logLevel'>, role: string, options: LoggerOptions = {}): Logger {
  const settings: pino.LoggerOptions = {
    level: config.logLevel,
    base: { role },
    // A line of a request's or an activity's own logger says some of it already, and does not say it twice.
    mixin: (line, _level, logger) => without(contextFor(line), logger.bindings()),
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_PATHS, censor: '[redacted]' },
  };
  return options.destination === undefined ? pino(settings) : pino(settings, options.destination);
}

/** The context of the current work; nothing of it for a line about another job. */
function contextFor(line: { readonly workflowId?: unknown }): LogContext {
  const context = logContext();
  return line.workflowId === undefined || line.workflowId === context.workflowId ? context : {};
}

function without(context: LogContext, said: pino.Bindings): object {
  return Object.fromEntries(Object.entries(context).filter(([name]) => !(name in said)));
}

const SECRET_NAMES = [
  'authorization',
  'Authorization',
  'cookie',
  'password',
  'secret',
  'apiKey',
  'api_key',
  'bootstrapApiKey',
  'temporalApiKey',
  'databaseUrl',
  'redisUrl',
  'connectionString',
];

const SECRET_PATHS = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
