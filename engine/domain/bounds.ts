import type { Bound } from './bound.ts';
import { DOWNLOAD_BOUNDS } from './download-bounds.ts';
import { EXTENSION_BOUNDS } from './extension-bounds.ts';
import { WEBHOOK_BOUNDS } from './webhook-bounds.ts';
import { FTP_BOUNDS } from './ftp-bounds.ts';
import { SEGMENT_BOUNDS } from './segment-bounds.ts';
import { WORKLIST_BOUNDS } from './worklist-bounds.ts';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
const GIBIBYTE = 1024 * MEBIBYTE;

/**
 * Bounds of all input. Schemas, parsers and settings take their limits from here, and docs/security.md lists them.
 */
export const BOUNDS = {
  blockedEventLoop: {
    max: 10_000,
    unit: 'ms',
    beyond: 'A process of npx sluice start logs the running routes or activities, exits, and is started again.',
    setting: 'WATCHDOG_MS',
  },
  connections: { max: 4_096, unit: 'entries', beyond: 'A new connection is closed.' },
  linkConnections: {
    max: 100,
    unit: 'connections',
    beyond: 'On the port of a link to Temporal, a new connection is closed.',
  },
  requestHeaders: {
    max: 16 * KIBIBYTE,
    unit: 'bytes',
    beyond: 'The call is refused with 431; the path counts too.',
  },
  requestHeaderCount: { max: 100, unit: 'entries', beyond: 'The call is refused with 431.' },
  requestHeadersTime: { max: 20_000, unit: 'ms', beyond: 'The connection is closed with 408.' },
  requestTime: {
    max: 300_000,
    unit: 'ms',
    beyond: 'An incomplete request is refused with 408.',
    setting: 'REQUEST_TIMEOUT_MS',
  },
  silentConnection: { max: 120_000, unit: 'ms', beyond: 'A connection without traffic is closed.' },
  idleConnection: { max: 72_000, unit: 'ms', beyond: 'A connection without a further request is closed.' },
  unreadBody: { max: 5_000, unit: 'ms', beyond: 'A connection still sending the body of an answered call is closed.' },
  body: {
    max: 64 * MEBIBYTE,
    unit: 'bytes',
    beyond: 'A call that creates an import from inline content is refused with 413.',
    setting: 'MAX_BODY_BYTES',
  },
  smallBody: {
    max: 2 * MEBIBYTE,
    unit: 'bytes',
    beyond: 'Any other call is refused with 413, and so is an import with more than this in addition to its content.',
  },
  keptText: {
    max: 64 * KIBIBYTE,
    unit: 'bytes',
    beyond: 'Inline content is stored in a file; any other text of such a call is refused with 400.',
  },
  jsonTokens: { max: 200_000, unit: 'entries', beyond: 'The body is refused with 400 before it is parsed.' },
  jsonDepth: { max: 50, unit: 'levels', beyond: 'The body is refused with 400 before it is parsed.' },
  bodyChunk: {
    max: 64,
    unit: 'bytes',
    beyond: 'A body of more than 1,000 chunks of a smaller average size is refused with 400.',
  },
  bodiesInMemory: {
    max: 32 * MEBIBYTE,
    unit: 'bytes',
    beyond: 'In each API process, a body that does not fit is refused with 503 and Retry-After.',
  },
  bodiesInMemoryOfOne: {
    max: 8 * MEBIBYTE,
    unit: 'bytes',
    beyond: 'A body of the organization that does not fit is refused with 429 and Retry-After.',
  },
  bodiesInFiles: {
    max: 1024 * MEBIBYTE,
    unit: 'bytes',
    beyond: 'In each API process, inline content that does not fit is refused with 503 and Retry-After.',
  },
  bodiesInFilesOfOne: {
    max: 256 * MEBIBYTE,
    unit: 'bytes',
    beyond: 'Inline content of the organization that does not fit is refused with 429 and Retry-After.',
  },
  messages: { max: 20, unit: 'messages', beyond: 'The message counts the others: "and 480 more".' },
  messageText: { max: 500, unit: 'characters', beyond: 'The message ends in "…".' },
  text: { max: 64 * KIBIBYTE, unit: 'characters', beyond: 'The attribute is refused.' },
  contentText: {
    max: MEBIBYTE,
    unit: 'characters',
    beyond: 'The attribute is refused (HTML and text of campaign contents).',
  },
  queryText: { max: 1_000, unit: 'characters', beyond: 'The query parameter is refused.' },
  pathText: {
    max: 64 * KIBIBYTE,
    unit: 'characters',
    beyond: 'The path is not found (one segment may name a hundred subscribers by their addresses).',
  },
  arrayEntries: { max: 10_000, unit: 'entries', beyond: 'The attribute is refused before its entries are read.' },
  hashEntries: { max: 10_000, unit: 'entries', beyond: 'The attribute is refused before its entries are read.' },
  references: { max: 1_000, unit: 'entries', beyond: 'The ids, names or name patterns of other records are refused.' },
  templateContents: { max: 100, unit: 'entries', beyond: 'The template is refused.' },
  headerLine: { max: 998, unit: 'characters', beyond: 'The mailing list with this custom header is refused.' },
  limitPercentage: { max: 7, unit: 'characters', beyond: 'The text is refused as a percentage.' },
  timeText: { max: 64, unit: 'characters', beyond: 'The text is refused as a time.' },
  rowMessages: { max: 1_000, unit: 'characters', beyond: 'The message counts the others: "and 480 more".' },
  numberText: { max: 64, unit: 'characters', beyond: 'The text is refused as a number.' },
  fieldOptions: { max: 5_000, unit: 'entries', beyond: 'The custom field is refused.' },
  listFields: { max: 1_000, unit: 'entries', beyond: 'A further custom field of the list or of all lists is refused.' },
  listOptions: { max: 50_000, unit: 'entries', beyond: 'Further options of custom fields of the list are refused.' },
  inlineContent: { max: 2 ** 29 - 1, unit: 'characters', beyond: 'The smaller bound of the body applies: 413.' },
  ...SEGMENT_BOUNDS,
  importDefaults: { max: 64 * KIBIBYTE, unit: 'bytes', beyond: 'The import is refused.' },
  importRecord: { max: MEBIBYTE, unit: 'bytes', beyond: 'The row fails alone; the rest of its line is skipped.' },
  importRowTime: { max: 10_000, unit: 'ms', beyond: 'The parsing thread is terminated, and the row fails alone.' },
  importColumns: { max: 2_000, unit: 'entries', beyond: 'The row fails alone; a column mapping is refused.' },
  quotedField: {
    max: 128 * KIBIBYTE,
    unit: 'bytes',
    beyond: 'The row fails: its opening quote has no closing one.',
  },
  malformedText: { max: 64 * KIBIBYTE, unit: 'bytes', beyond: 'The failed log contains the beginning of the row.' },
  subscriberData: {
    max: MEBIBYTE,
    unit: 'bytes',
    beyond: 'The call is refused; a row of an import fails alone.',
  },
  read: {
    max: 10_000,
    unit: 'ms',
    beyond: 'The query is cancelled; the call is answered with requested_too_many.',
    setting: 'READ_TIMEOUT_MS',
  },
  concurrentReads: {
    max: 2,
    unit: 'entries',
    beyond:
      'In each API process, further costly reads of the organization wait: lists with their counts, subscribers, statistics.',
  },
  readsWaiting: { max: 20, unit: 'entries', beyond: 'The call is answered with 429 and Retry-After.' },
  pageBytes: {
    max: 4 * MEBIBYTE,
    unit: 'bytes',
    beyond: 'A page of subscribers ends early, with a token for the next page; other pages are refused.',
  },
  listBytes: {
    max: 16 * MEBIBYTE,
    unit: 'bytes',
    beyond: 'A request for all mailing lists or templates is refused; request pages instead.',
  },
  calls: {
    max: 6_000,
    unit: 'calls a minute',
    beyond: 'Calls of the API key are answered with 429 and Retry-After.',
    setting: 'RATE_LIMIT_PER_MINUTE',
  },
  callsOfOrganization: {
    max: 12_000,
    unit: 'calls a minute',
    beyond: 'Calls of the organization, with any of its API keys, are answered with 429 and Retry-After.',
    setting: 'RATE_LIMIT_PER_ORGANIZATION',
  },
  apiKeys: { max: 500, unit: 'entries', beyond: 'A further API key of the organization is refused.' },
  runningCalls: {
    max: 16,
    unit: 'calls',
    beyond:
      'Further calls of the organization queue. A call holds one connection to Postgres at most, and an organization as many as this.',
    setting: 'CALLS_PER_ORGANIZATION',
  },
  waitingCalls: { max: 500, unit: 'calls', beyond: 'The call is answered with 429 and Retry-After.' },
  passwords: {
    max: 60,
    unit: 'calls a minute',
    beyond: 'Calls of the organization that set a password are answered with 429 and Retry-After.',
  },
  passwordHashes: {
    max: 2,
    unit: 'calls',
    beyond: 'Further passwords wait; one of each organization is hashed at a time.',
  },
  waitingPasswords: { max: 20, unit: 'calls', beyond: 'The call is answered with 429 and Retry-After.' },
  credentialLookups: {
    max: 4,
    unit: 'calls',
    beyond: 'Further uncached credentials wait; the organizations take turns.',
  },
  waitingCredentials: { max: 200, unit: 'calls', beyond: 'The call is answered with 429 and Retry-After.' },
  ...DOWNLOAD_BOUNDS,
  importsPerOrganization: {
    max: 10,
    unit: 'jobs',
    beyond: 'Further imports of the organization stay scheduled and begin in turn; small inline ones do not wait.',
    setting: 'IMPORTS_PER_ORGANIZATION',
  },
  unfinishedImports: {
    max: 2_000,
    unit: 'jobs',
    beyond: 'A further import of the organization is refused.',
    setting: 'UNFINISHED_IMPORTS',
  },
  importSources: {
    max: 20 * GIBIBYTE,
    unit: 'bytes',
    beyond:
      'A further import is refused, and one that downloads, unpacks or copies its source stops there and fails; the sources of unfinished and failed imports and of dry runs of the organization count, also while they are written. What finished imports keep for some minutes is removed, the oldest first, where it does not fit next to these.',
    setting: 'IMPORT_SOURCES_BYTES',
  },
  failedLog: {
    max: 128 * MEBIBYTE,
    unit: 'bytes',
    beyond:
      'Further failed rows of the import are counted, and the last line of its failed log says how many they are.',
    setting: 'FAILED_LOG_BYTES',
  },
  failedLogs: {
    max: 2 * GIBIBYTE,
    unit: 'bytes',
    beyond: 'The same, until the logs of earlier imports of the organization expire.',
    setting: 'FAILED_LOGS_OF_ORGANIZATION_BYTES',
  },
  importLogs: {
    max: 20 * GIBIBYTE,
    unit: 'bytes',
    beyond:
      'Further rows of the organization are counted, and the last line of each log says how many it has not; imports that run then are counted when they end.',
    setting: 'LOGS_OF_ORGANIZATION_BYTES',
  },
  downloadsPerOrganization: {
    max: 4,
    unit: 'downloads',
    beyond: 'Further imports of the organization from URLs stay scheduled and begin in turn.',
    setting: 'DOWNLOADS_PER_ORGANIZATION',
  },
  downloadsPerWorker: {
    max: 32,
    unit: 'downloads',
    beyond: 'Further downloads wait for a slot; staging and merging continue.',
    setting: 'DOWNLOAD_CONCURRENCY',
  },
  codecBody: { max: 16 * MEBIBYTE, unit: 'bytes', beyond: 'The codec server refuses the call with 413.' },

  ...FTP_BOUNDS,
  ...EXTENSION_BOUNDS,
  ...WEBHOOK_BOUNDS,
  ...WORKLIST_BOUNDS,
} as const satisfies Record<string, Bound>;
