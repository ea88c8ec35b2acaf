import { isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { flag, wholeNumber } from './config-values.ts';
import { BOUNDS } from '../domain/bounds.ts';

/** Settings of the FTP server. */
export interface FtpSettings {
  /** Whether `npx sluice start` runs the FTP server. */
  readonly enabled: boolean;
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Ports for data connections in passive mode, both ends included. */
  readonly passivePorts: { readonly first: number; readonly last: number };
  /** The IPv4 address for data connections that is sent to clients of other machines. */
  readonly publicAddress: string;
  /** PEM files; null: no encryption is offered. */
  readonly certificate: { readonly certFile: string; readonly keyFile: string } | null;
  /** Whether a login without encryption is refused. */
  readonly tlsRequired: boolean;
  /** Whether encrypted data connections must resume the TLS session of the commands. */
  readonly tlsResumption: boolean;
  /** Bytes that an organization's upload directory may hold. */
  readonly quotaBytes: number;
}

/** The environment variables of the FTP server. */
export const ftpVariables = {
  FTP: flag().default('false'),
  FTP_HOST: z.string().default('127.0.0.1'),
  FTP_PORT: wholeNumber(0, 65_535).default('2121'),
  FTP_PASSIVE_PORTS: portRange().default('30000-30099'),
  FTP_PUBLIC_ADDRESS: z.string().refine(isIPv4, 'must be an IPv4 address').optional(),
  FTP_TLS_CERT: z.string().optional(),
  FTP_TLS_KEY: z.string().optional(),
  FTP_TLS_REQUIRED: flag().default('false'),
  FTP_TLS_RESUMPTION: flag().default('true'),
  UPLOAD_QUOTA_BYTES: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(String(BOUNDS.uploadQuota.max)),
};

type FtpValues = z.output<z.ZodObject<typeof ftpVariables>>;

/** Adds a mistake for each setting that does not go with the others. */
export function checkFtpVariables(values: FtpValues, context: z.RefinementCtx): void {
  const mistake = (name: keyof FtpValues, message: string) =>
    context.addIssue({ code: z.ZodIssueCode.custom, path: [name], message });
  if ((values.FTP_TLS_CERT === undefined) !== (values.FTP_TLS_KEY === undefined)) {
    mistake('FTP_TLS_CERT', 'FTP_TLS_CERT and FTP_TLS_KEY must be set together');
  }
  if (values.FTP_TLS_REQUIRED && values.FTP_TLS_CERT === undefined) {
    mistake('FTP_TLS_REQUIRED', 'FTP_TLS_CERT and FTP_TLS_KEY are not set');
  }
  // Passive mode sends clients an IPv4 address, and these are none.
  if (!isIPv4(values.FTP_HOST) || values.FTP_HOST === '0.0.0.0') {
    if (values.FTP_PUBLIC_ADDRESS === undefined) {
      mistake(
        'FTP_HOST',
        'FTP_PUBLIC_ADDRESS is not set: set it to the IPv4 address at which clients reach this machine',
      );
    }
  }
}

/** Reads the settings of the FTP server from the parsed variables. */
export function toFtpSettings(values: FtpValues): FtpSettings {
  const { FTP_TLS_CERT: cert, FTP_TLS_KEY: key } = values;
  return {
    enabled: values.FTP,
    host: values.FTP_HOST,
    port: values.FTP_PORT,
    passivePorts: values.FTP_PASSIVE_PORTS,
    publicAddress: values.FTP_PUBLIC_ADDRESS ?? values.FTP_HOST,
    certificate: cert === undefined || key === undefined ? null : { certFile: resolve(cert), keyFile: resolve(key) },
    tlsRequired: values.FTP_TLS_REQUIRED,
    tlsResumption: values.FTP_TLS_RESUMPTION,
    quotaBytes: values.UPLOAD_QUOTA_BYTES,
  };
}

/** The variables from which these very settings are read. */
export function ftpEnvironment(ftp: FtpSettings): Record<keyof FtpValues, string | number | boolean | undefined> {
  return {
    FTP: ftp.enabled,
    FTP_HOST: ftp.host,
    FTP_PORT: ftp.port,
    FTP_PASSIVE_PORTS: `${ftp.passivePorts.first}-${ftp.passivePorts.last}`,
    FTP_PUBLIC_ADDRESS: ftp.publicAddress,
    FTP_TLS_CERT: ftp.certificate?.certFile,
    FTP_TLS_KEY: ftp.certificate?.keyFile,
    FTP_TLS_REQUIRED: ftp.tlsRequired,
    FTP_TLS_RESUMPTION: ftp.tlsResumption,
    UPLOAD_QUOTA_BYTES: ftp.quotaBytes,
  };
}

function portRange() {
  const ends = (text: string) => /^(\d{4,5})-(\d{4,5})$/.exec(text)?.slice(1).map(Number) ?? [];
  const fits = (text: string) => {
    const [first = 0, last = 0] = ends(text);
    return first >= 1024 && first <= last && last <= 65_535;
  };
  return z
    .string()
    .refine(fits, 'must be a range of ports from 1024 to 65535, for instance 30000-30099')
    .transform((text) => {
      const [first = 0, last = 0] = ends(text);
      return { first, last };
    });
}
