import analyses from './app/analyses.ts';
import authentication from './app/authentication.ts';
import bodies from './app/bodies.ts';
import confirmation from './app/confirmation.ts';
import endedJobMails from './app/ended-job-mails.ts';
import errors from './app/errors.ts';
import health from './app/health.ts';
import jobFeed from './app/job-feed.ts';
import jobsReport from './app/jobs-report.ts';
import metrics from './app/metrics.ts';
import openapi from './app/openapi.ts';
import passwordResets from './app/password-resets.ts';
import passwords from './app/passwords.ts';
import rateLimit from './app/rate-limit.ts';
import requestLog from './app/request-log.ts';
import shares from './app/shares.ts';
import signIn from './app/sign-in.ts';
import singleSignOn from './app/single-sign-on.ts';
import startPage from './app/start-page.ts';
import tracing from './app/tracing.ts';
import tus from './app/tus.ts';
import underWay from './app/under-way.ts';
import unknownNames from './app/unknown-names.ts';
import unreadableRequests from './app/unreadable-requests.ts';
import webBrowsers from './app/web-browsers.ts';
import webConsole from './app/web-console.ts';
import cache from './external/cache.ts';
import connections from './external/connections.ts';
import files from './external/files.ts';
import installation from './external/installation.ts';
import jobs from './external/jobs.ts';
import mailer from './external/mailer.ts';
import schema from './external/schema.ts';
import secrets from './external/secrets.ts';
import temporal from './external/temporal.ts';
import tokens from './external/tokens.ts';
import watch from './external/watch.ts';

/** The plugins that own connections, which those of the app use. */
export const EXTERNAL = [
  cache,
  connections,
  schema,
  files,
  temporal,
  installation,
  jobs,
  mailer,
  secrets,
  tokens,
  watch,
] as const;

/** The plugins of the app, which the routes use. */
export const APP = [
  analyses,
  authentication,
  bodies,
  confirmation,
  endedJobMails,
  errors,
  health,
  jobFeed,
  jobsReport,
  metrics,
  openapi,
  passwordResets,
  passwords,
  rateLimit,
  requestLog,
  shares,
  signIn,
  singleSignOn,
  startPage,
  tracing,
  tus,
  underWay,
  unknownNames,
  unreadableRequests,
  webBrowsers,
  webConsole,
] as const;
