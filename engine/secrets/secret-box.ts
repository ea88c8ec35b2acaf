import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Encrypts short texts that must be shown again. */
export interface SecretBox {
  /** The text, sealed together with the record it belongs to: moved to another one, it does not open. */
  seal(text: string, record: Uint8Array): Buffer;
  /** The text; null when it was sealed with another key or for another record, or was changed. */
  open(sealed: Uint8Array, record: Uint8Array): string | null;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A box of AES-256-GCM under a key of 32 bytes; what it seals is nonce, tag and ciphertext. */
export function createSecretBox(key: Uint8Array): SecretBox {
  return {
    seal: (text, record) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(record);
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), content]);
    },

    open: (sealed, record) => {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(record)
        .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const content = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([content, decipher.final()]).toString('utf8');
      } catch {
        // The only thing that final() fails on is a tag that does not fit.
        return null;
      }
    },
  };
}
