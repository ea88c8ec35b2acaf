import { accessSync, constants } from 'node:fs';
import { loadClientConfigProfile } from '@temporalio/envconfig';
import type { ClientConfigTLS, ConfigDataSource } from '@temporalio/envconfig';
import { z } from 'zod';
import { flag } from './config-values.ts';
import { messageOf } from './errors.ts';

/** A PEM file, or the PEM text itself. */
export type Pem = ConfigDataSource;

/** The encryption of the connection to Temporal. */
export interface TemporalTls {
  readonly enabled: boolean;
  /** The client's certificate and key, for servers that require one. */
  readonly clientCert?: Pem | undefined;
  readonly clientKey?: Pem | undefined;
  /** The authority that signed the server's certificate; unset: those that Node knows. */
  readonly serverCaCert?: Pem | undefined;
  /** The name in the server's certificate, when it is not the one in the address. */
  readonly serverName?: string | undefined;
}

/** The version of a worker: a build of a named deployment. */
export interface WorkerVersion {
  readonly deploymentName: string;
  readonly buildId: string;
}

/** The connection to Temporal; variables have priority over the file. */
export interface TemporalConnection {
  readonly temporalAddress?: string | undefined;
  readonly temporalNamespace: string;
  readonly temporalApiKey?: string | undefined;
  readonly temporalTls: TemporalTls;
  /** Headers of every call. */
  readonly temporalMetadata?: Readonly<Record<string, string>> | undefined;
  /** Whether API and worker reach Temporal through a port of their own process, which ends silent connections. */
  readonly temporalLink: boolean;
  /** A temporal.toml and the profile in it. */
  readonly temporalConfigFile?: string | undefined;
  readonly temporalProfile?: string | undefined;
}

const ADDRESS_RULE = 'must be host:port without a scheme, for instance 127.0.0.1:7233';

/** The environment variables of the connection, named as for Temporal's SDKs and command line. */
export const temporalVariables = {
  TEMPORAL_CONFIG_FILE: z.string().optional(),
  TEMPORAL_PROFILE: z.string().optional(),
  TEMPORAL_ADDRESS: hostAndPort().optional(),
  TEMPORAL_NAMESPACE: z.string().optional(),
  TEMPORAL_API_KEY: z.string().optional(),
  TEMPORAL_TLS: flag().optional(),
  TEMPORAL_TLS_CLIENT_CERT_PATH: z.string().optional(),
  TEMPORAL_TLS_CLIENT_CERT_DATA: z.string().optional(),
  TEMPORAL_TLS_CLIENT_KEY_PATH: z.string().optional(),
  TEMPORAL_TLS_CLIENT_KEY_DATA: z.string().optional(),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: z.string().optional(),
  TEMPORAL_TLS_SERVER_CA_CERT_DATA: z.string().optional(),
  TEMPORAL_TLS_SERVER_NAME: z.string().optional(),
  TEMPORAL_LINK: flag().default('true'),
};

type Values = z.output<z.ZodObject<typeof temporalVariables>>;

/** Adds a mistake for each setting of the connection that does not go with the others, the file included. */
export function checkTemporalVariables(values: Values, context: z.RefinementCtx): void {
  const mistake = (name: keyof Values, message: string) =>
    context.addIssue({ code: z.ZodIssueCode.custom, path: [name], message });
  try {
    const { temporalTls, temporalAddress } = toTemporalConnection(values);
    if ((temporalTls.clientCert === undefined) !== (temporalTls.clientKey === undefined)) {
      mistake(
        'TEMPORAL_TLS_CLIENT_CERT_PATH',
        'the certificate of the client (TEMPORAL_TLS_CLIENT_CERT_PATH) and its key (TEMPORAL_TLS_CLIENT_KEY_PATH) must be set together',
      );
    }
    const isOfFile = temporalAddress !== undefined && temporalAddress !== values.TEMPORAL_ADDRESS;
    if (isOfFile && !hostAndPort().safeParse(temporalAddress).success) {
      mistake('TEMPORAL_CONFIG_FILE', `its address ${ADDRESS_RULE}`);
    }
  } catch (error) {
    // Further lines of the message quote the file.
    const [reason = ''] = messageOf(error).split('\n');
    mistake('TEMPORAL_CONFIG_FILE', `the profile cannot be read: ${reason}`);
  }
}

/**
 * Reads the connection from the parsed variables. A file is read only when TEMPORAL_CONFIG_FILE or TEMPORAL_PROFILE is set: a
 * service must not connect elsewhere because its user has a file for the Temporal command line.
 * @throws Error when the file or the profile cannot be read
 */
export function toTemporalConnection(values: Values): TemporalConnection {
  const { TEMPORAL_CONFIG_FILE: temporalConfigFile, TEMPORAL_PROFILE: temporalProfile } = values;
  // The library takes a missing file for an empty one.
  if (temporalConfigFile !== undefined) accessSync(temporalConfigFile, constants.R_OK);
  const { address, namespace, apiKey, tls, grpcMeta } = loadClientConfigProfile({
    disableFile: temporalConfigFile === undefined && temporalProfile === undefined,
    overrideEnvVars: environmentOf(values),
  });
  return {
    temporalAddress: address,
    temporalNamespace: namespace ?? 'default',
    temporalApiKey: apiKey,
    // An API key sent in the clear would be given away, so a key alone turns encryption on.
    temporalTls: toTls(tls, apiKey !== undefined),
    temporalMetadata: grpcMeta,
    temporalLink: values.TEMPORAL_LINK,
    temporalConfigFile,
    temporalProfile,
  };
}

/** The variables from which this very connection is read. */
export function temporalEnvironment(
  connection: TemporalConnection,
): Record<keyof Values, string | boolean | undefined> {
  const { enabled, clientCert, clientKey, serverCaCert, serverName } = connection.temporalTls;
  return {
    TEMPORAL_CONFIG_FILE: connection.temporalConfigFile,
    TEMPORAL_PROFILE: connection.temporalProfile,
    TEMPORAL_ADDRESS: connection.temporalAddress,
    TEMPORAL_NAMESPACE: connection.temporalNamespace,
    TEMPORAL_API_KEY: connection.temporalApiKey,
    TEMPORAL_TLS: enabled,
    TEMPORAL_TLS_CLIENT_CERT_PATH: pathOf(clientCert),
    TEMPORAL_TLS_CLIENT_CERT_DATA: dataOf(clientCert),
    TEMPORAL_TLS_CLIENT_KEY_PATH: pathOf(clientKey),
    TEMPORAL_TLS_CLIENT_KEY_DATA: dataOf(clientKey),
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: pathOf(serverCaCert),
    TEMPORAL_TLS_SERVER_CA_CERT_DATA: dataOf(serverCaCert),
    TEMPORAL_TLS_SERVER_NAME: serverName,
    TEMPORAL_LINK: connection.temporalLink,
  };
}

function hostAndPort() {
  return z.string().regex(/^(?:[^\s:/]+|\[[0-9a-fA-F:.]+\]):\d{1,5}$/, ADDRESS_RULE);
}

/** The variables as the library reads them. HOME and the like tell it where a file may be. */
function environmentOf(values: Values): Record<string, string> {
  const names = Object.keys(temporalVariables) as (keyof Values)[];
  const set = names.flatMap((name) => (values[name] === undefined ? [] : [[name, String(values[name])] as const]));
  const { HOME = '', APPDATA = '', XDG_CONFIG_HOME } = process.env;
  const folders = { HOME, APPDATA, ...(XDG_CONFIG_HOME === undefined ? {} : { XDG_CONFIG_HOME }) };
  return { ...folders, ...Object.fromEntries(set) };
}

function toTls(tls: ClientConfigTLS | undefined, isDefault: boolean): TemporalTls {
  return {
    enabled: tls === undefined ? isDefault : tls.disabled !== true,
    clientCert: tls?.clientCert,
    clientKey: tls?.clientKey,
    serverCaCert: tls?.serverCACert,
    serverName: tls?.serverName,
  };
}

function pathOf(pem: Pem | undefined): string | undefined {
  return pem !== undefined && 'path' in pem ? pem.path : undefined;
}

function dataOf(pem: Pem | undefined): string | undefined {
  return pem !== undefined && 'data' in pem ? Buffer.from(pem.data).toString() : undefined;
}
