import type { Bound } from './bound.ts';

const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;

/** Bounds of the FTP server and of upload directories. */
export const FTP_BOUNDS = {
  uploadQuota: {
    max: 10 * GIBIBYTE,
    unit: 'bytes',
    beyond: 'Uploads of the organization are refused with 552 until files are deleted.',
    setting: 'UPLOAD_QUOTA_BYTES',
  },
  uploadFile: { max: 4 * GIBIBYTE, unit: 'bytes', beyond: 'The upload is refused with 552.' },
  uploadAppend: { max: 64 * MEBIBYTE, unit: 'bytes', beyond: 'A finished file of that size cannot be appended to.' },
  uploadEntries: {
    max: 1_000,
    unit: 'entries',
    beyond: 'The organization can add no file or directory until it deletes some.',
  },
  uploadPath: { max: 1_024, unit: 'bytes', beyond: 'The FTP command is refused.' },
  uploadName: { max: 255, unit: 'bytes', beyond: 'The FTP command or the import is refused.' },
  uploadDepth: { max: 8, unit: 'levels', beyond: 'The FTP command is refused.' },
  ftpConnections: { max: 200, unit: 'connections', beyond: 'A new FTP connection is answered with 421.' },
  ftpConnectionsOfAddress: { max: 20, unit: 'connections', beyond: 'A new FTP connection is answered with 421.' },
  ftpSessions: {
    max: 10,
    unit: 'connections',
    beyond: "The organization's next FTP login is refused, with any of its keys.",
  },
  ftpLogins: {
    max: 300,
    unit: 'logins',
    beyond: 'FTP connections of the address are answered with 421 until a minute has passed.',
  },
  ftpFailedLogins: {
    max: 20,
    unit: 'logins',
    beyond: 'FTP connections of the address are answered with 421 until ten minutes have passed.',
  },
  ftpLoginTime: { max: 60_000, unit: 'ms', beyond: 'An FTP connection without a login is closed.' },
  ftpSilence: { max: 300_000, unit: 'ms', beyond: 'A silent FTP connection is closed; its upload is kept.' },
  ftpDataWait: { max: 10_000, unit: 'ms', beyond: 'The port that waits for a data connection is closed.' },
  ftpLine: { max: 2_048, unit: 'bytes', beyond: 'The FTP connection is closed.' },
  ftpPipelined: { max: 100, unit: 'commands', beyond: 'The FTP connection is closed.' },
  ftpCommandsBeforeLogin: { max: 20, unit: 'commands', beyond: 'The FTP connection is closed.' },
  ftpCommands: {
    max: 50,
    unit: 'commands',
    beyond: 'Further FTP commands of the connection wait for the next second.',
  },
} as const satisfies Record<string, Bound>;
