import { findKeyFile, readKeyFile } from './key-file.ts';

/** Folder that keeps the secret, and the text to use instead. */
export interface TokenSecretOptions {
  readonly dataDir: string;
  readonly tokenSecret?: string | undefined;
}

/**
 * The secret that signs tokens: the one that is set, or the one in DATA_DIR/token-secret, created when it is absent.
 * @throws ConfigurationError when the file does not hold one.
 */
export async function readTokenSecret({ dataDir, tokenSecret }: TokenSecretOptions): Promise<Buffer> {
  return Buffer.from(tokenSecret ?? (await readKeyFile(dataDir, ...FILE)));
}

/**
 * The same without creating it: null when there is none, where a created one would sign tokens that no API accepts.
 * @throws ConfigurationError when the file does not hold one.
 */
export async function findTokenSecret({ dataDir, tokenSecret }: TokenSecretOptions): Promise<Buffer | null> {
  const secret = tokenSecret ?? (await findKeyFile(dataDir, ...FILE));
  return secret === null ? null : Buffer.from(secret);
}

const FILE = ['token-secret', 'TOKEN_SECRET'] as const;
