import { readKeyFile } from './key-file.ts';
import { createSecretBox } from './secret-box.ts';
import type { SecretBox } from './secret-box.ts';

/** Folder that keeps the key, and the 64 hexadecimal characters to use instead of the kept ones. */
export interface SecretKeyOptions {
  readonly dataDir: string;
  readonly secretKey?: string | undefined;
}

/**
 * Opens the box under the installation's key: the one that is set, or the one in DATA_DIR/secret-key, which is created
 * when it is absent. Processes that start together end up with the same one.
 * @throws ConfigurationError when the file does not hold a key.
 */
export async function openSecretBox({ dataDir, secretKey }: SecretKeyOptions): Promise<SecretBox> {
  const key = secretKey ?? (await readKeyFile(dataDir, 'secret-key', 'SECRET_KEY'));
  return createSecretBox(Buffer.from(key, 'hex'));
}
