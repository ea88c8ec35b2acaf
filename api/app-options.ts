import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../engine/platform/config.ts';
import type { ConfigurationError } from '../engine/platform/errors.ts';
import type { NoteUnderWay } from '../engine/watchdog/watchdog.ts';
import type { Jobs } from './jobs/jobs.ts';

/** Settings and dependencies of the app; `jobs` stands in for Temporal in tests. */
export interface AppOptions {
  config: Config;
  logger: FastifyBaseLogger;
  jobs?: Jobs;
  /** Called when a Temporal that was down at the start turns out to belong to another installation. */
  onRefusal?: (error: ConfigurationError) => void;
  /** Notes which routes are under way. */
  underWay?: NoteUnderWay;
}
