/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The part of an environment that any program needs, and none of the service's settings: where programs, folders and temporary files
 * are, language and time zone, certificates and proxies, and how Node and Go run.
 */
export function systemEnvironment(environment: Environment): Record<string, string> {
  return only(
    environment,
    (name) => NAMES.has(name.toUpperCase()) || PREFIXES.some((prefix) => name.startsWith(prefix)),
  );
}

/** The variables of an environment whose name is taken. */
export function only(environment: Environment, isTaken: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && isTaken(name) ? [[name, value]] : [],
    ),
  );
}

const NAMES: ReadonlySet<string> = new Set([
  ...[
    'PATH',
    'HOME',
    'USER',
    'LOGNAME',
    'SHELL',
    'PWD',
    'TMPDIR',
    'TEMP',
    'TMP',
    'LD_LIBRARY_PATH',
    'DYLD_LIBRARY_PATH',
  ],
  ...['LANG', 'LANGUAGE', 'TZ', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'],
  ...['NODE_OPTIONS', 'NODE_PATH', 'NODE_ENV', 'NODE_DEBUG', 'NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA'],
  ...['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_COMPILE_CACHE', 'NODE_V8_COVERAGE', 'CC', 'CXX'],
]);
const PREFIXES = ['LC_', 'XDG_', 'MALLOC_', 'GO', 'CGO_'];
