import type { Bound } from './bound.ts';
import { USER_BOUNDS } from './user-bounds.ts';

const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;

/** Bounds of what the API has in addition to the specification. */
export const EXTENSION_BOUNDS = {
  analyzedBytes: {
    max: MEBIBYTE,
    unit: 'bytes',
    beyond: 'An analysis reads the beginning of the source only, and estimates the number of records.',
  },
  beforeImages: {
    max: 20 * GIBIBYTE,
    unit: 'bytes',
    beyond:
      'Further imports of the organization keep no before-images and cannot be undone; imports that run then are counted when they end.',
  },
  analyzedPackedBytes: {
    max: 16 * MEBIBYTE,
    unit: 'bytes',
    beyond: 'A larger ZIP archive or workbook is not analyzed from a URL: it is to be sent as an upload.',
  },
  rowsInRecord: {
    max: 2_000,
    unit: 'entries',
    beyond:
      'Of a record that holds rows of other people, further ones stay in the last line that the failed log has of it.',
  },
  analysisTime: { max: 10_000, unit: 'ms', beyond: 'The analysis is refused: the server of the URL is too slow.' },
  analyzedRows: {
    max: 50_000,
    unit: 'records',
    beyond: 'Further records of the beginning are counted, and neither checked nor shown.',
  },
  ignoredNames: {
    max: 1_000,
    unit: 'characters',
    beyond: 'The header Sluice-Ignored of an answer says how many further names of its call are unknown.',
  },
  ignoredName: { max: 64, unit: 'characters', beyond: 'The header Sluice-Ignored has the beginning of the name.' },
  columnRules: { max: 65_536, unit: 'bytes', beyond: 'The import is refused.' },
  columnRuleSets: {
    max: 100,
    unit: 'entries',
    beyond: 'A further set of saved column rules of the organization is refused.',
  },
  columnRuleSet: { max: 32_768, unit: 'bytes', beyond: 'The set of saved column rules is refused.' },
  columnRuleSetName: { max: 100, unit: 'characters', beyond: 'The set of saved column rules is refused.' },
  blankCells: {
    max: 20,
    unit: 'entries',
    beyond: 'Of further cells of a record that are left blank, the partial log says how many they are.',
  },
  skippedLines: {
    max: 100,
    unit: 'entries',
    beyond: 'The import is refused; the lines must be among the first 64 KiB of the file.',
  },
  noticeMessage: { max: 500, unit: 'characters', beyond: 'The message of the notice is cut.' },
  noticeColumns: { max: 100, unit: 'entries', beyond: 'A notice lists the first columns that it is about.' },
  noticeRows: { max: 5, unit: 'entries', beyond: 'A notice lists the first records that it is about, and counts all.' },
  analysisWork: {
    max: 60_000,
    unit: 'ms',
    beyond: 'The thread of the analysis is terminated, and the analysis refused.',
  },
  runningAnalyses: {
    max: 2,
    unit: 'calls',
    beyond:
      'In each API process, further analyses of the organization wait; of all organizations together, four times as many run.',
  },
  analysisThreads: {
    max: 2,
    unit: 'tasks',
    beyond:
      'In each API process, sources that are read wait for a thread; the organizations take turns and have one thread each at a time.',
  },
  uploadBytes: {
    max: 10 * GIBIBYTE,
    unit: 'bytes',
    beyond: 'The upload is refused with 413; an import of a gzip file that unpacks to more fails.',
    setting: 'UPLOAD_BYTES',
  },
  unpackedTimes: {
    max: 200,
    unit: 'times',
    beyond: 'A source of gzip, ZIP or XLSX that unpacks to more times its size, and to more than 16 MiB, fails.',
  },
  unpackThreads: {
    max: 2,
    unit: 'tasks',
    beyond:
      'In each worker and each API process, further ZIP archives and workbooks wait for a thread that unpacks them.',
  },
  packedFiles: { max: 10_000, unit: 'entries', beyond: 'The ZIP archive or workbook with more files fails.' },
  workbookRows: {
    max: 1_048_576,
    unit: 'entries',
    beyond: 'The workbook fails: no spreadsheet program has more rows.',
  },
  workbookColumns: {
    max: 16_384,
    unit: 'entries',
    beyond: 'The workbook fails. A row with more columns than a CSV may have fails alone.',
  },
  workbookText: {
    max: 131_072,
    unit: 'characters',
    beyond: 'The workbook fails: a cell, an attribute or another piece of its XML is longer.',
  },
  workbookStrings: {
    max: 512 * MEBIBYTE,
    unit: 'bytes',
    beyond: 'The workbook fails: the texts that its cells share, which a worker keeps in a temporary file, are longer.',
  },
  workbookDepth: { max: 64, unit: 'levels', beyond: 'The workbook fails: its XML is nested more deeply.' },
  workbookStyles: { max: 100_000, unit: 'entries', beyond: 'The workbook with more styles and number formats fails.' },
  workbookSheets: { max: 10_000, unit: 'entries', beyond: 'The workbook with more sheets fails.' },
  sheetGaps: {
    max: 1_000,
    unit: 'entries',
    beyond: 'Further gaps of empty rows in a sheet are not counted in the row numbers of failures.',
  },
  namedSheets: {
    max: 20,
    unit: 'entries',
    beyond: 'Of the sheets of a workbook that are not imported, further ones are not named.',
  },
  sheetName: { max: 255, unit: 'characters', beyond: 'The name of the sheet is cut; one that is sent is refused.' },
  uploadsOfOne: {
    max: 40 * GIBIBYTE,
    unit: 'bytes',
    beyond: 'A further upload of the organization is refused with 413, until others have expired or were removed.',
    setting: 'UPLOADS_OF_ORGANIZATION_BYTES',
  },
  unfinishedUploads: {
    max: 20,
    unit: 'entries',
    beyond: 'A further upload of the organization is refused with 413.',
  },
  uploads: {
    max: 2_000,
    unit: 'entries',
    beyond: 'A further upload of the organization is refused with 413, until others have expired or were removed.',
  },
  uploadAge: { max: 86_400_000, unit: 'ms', beyond: 'The upload has expired: it is removed, and answered with 410.' },
  runningUploads: {
    max: 8,
    unit: 'calls',
    beyond: 'In each API process, further parts of uploads of the organization wait.',
  },
  waitingUploads: { max: 50, unit: 'calls', beyond: 'The call is answered with 429 and Retry-After.' },
  uploadFilename: { max: 255, unit: 'characters', beyond: 'The upload is refused with 400.' },
  idempotencyKey: { max: 255, unit: 'characters', beyond: 'The call is refused with 400.' },
  waitingAnalyses: { max: 10, unit: 'calls', beyond: 'The call is answered with 429 and Retry-After.' },
  eventListeners: {
    max: 200,
    unit: 'connections',
    beyond:
      'In each API process, a further event stream of the organization, or of all organizations, is answered with 429 and Retry-After.',
  },
  allEventListeners: {
    max: 2_000,
    unit: 'connections',
    beyond: 'In each API process, a further event stream is answered with 503 and Retry-After.',
  },
  openedEventStreams: {
    max: 600,
    unit: 'calls a minute',
    beyond:
      'In each API process, a further event stream of the organization, or of all organizations, is answered with 429 and Retry-After.',
  },
  eventJobs: {
    max: 500,
    unit: 'jobs',
    beyond:
      'Beyond so many unfinished jobs of the organization, and so many that have ended since the last event, the event `reload` tells the client to read the lists of jobs.',
  },
  allEventJobs: {
    max: 2_000,
    unit: 'jobs',
    beyond: 'The same for a stream of all organizations.',
  },
  queueEvents: {
    max: 10_000,
    unit: 'messages',
    beyond:
      'In each API process, after each read of the jobs: of further jobs that only moved up in the queue, events are sent after the next reads, those first whose event is the oldest.',
  },
  eventStreamTime: {
    max: 3_600_000,
    unit: 'ms',
    beyond: 'The event stream ends; the client connects again and resumes.',
  },
  eventStreamBlocked: { max: 30_000, unit: 'ms', beyond: 'An event stream whose client reads nothing is closed.' },
  eventStreamKeyCheck: {
    max: 5_000,
    unit: 'ms',
    beyond: 'The API key of an event stream is checked again; the stream of a key that is no longer active ends.',
  },
  smallImportRecords: {
    max: 100_000,
    unit: 'records',
    beyond: 'The import is large: it has none of the slots for small imports, and its tasks wait with the large ones.',
  },
  smallImportBytes: {
    max: 8 * MEBIBYTE,
    unit: 'bytes',
    beyond: 'The same, while the records are not counted.',
  },
  smallSlots: {
    max: 2,
    unit: 'jobs',
    beyond: 'Further small imports of the organization wait for its other slots.',
  },
  smallTasksPerWorker: {
    max: 8,
    unit: 'tasks',
    beyond: 'Further tasks of small imports wait for one of these slots, by organization in turn.',
  },
  largeSlotWait: {
    max: 600_000,
    unit: 'ms',
    beyond: 'A large import that has waited that long goes before small ones that came after it.',
  },
  ...USER_BOUNDS,
  newOptions: {
    max: 1_000,
    unit: 'entries',
    beyond: 'An import creates no further options of its fields; rows that name them fail.',
  },
  jobActivity: {
    max: 200,
    unit: 'commands',
    beyond: 'Of the commands of a job, its creation and the newest ones are kept; the oldest are deleted.',
  },
} as const satisfies Record<string, Bound>;
