import { readKeyFile } from './key-file.ts';

/** Where the secret is kept, and the text to use instead. */
export interface TokenSecretOptions {
  readonly dataDir: string;
  readonly tokenSecret?: string | undefined;
}

/**
 * The secret that signs tokens: the one that is set, or the one in DATA_DIR/token-secret, created when it is absent.
 * @throws ConfigurationError when the file does not hold one.
 */
export async function readTokenSecret({ dataDir, tokenSecret }: TokenSecretOptions): Promise<Buffer> {
  return Buffer.from(tokenSecret ?? (await readKeyFile(dataDir, 'token-secret', 'TOKEN_SECRET')));
}
