import { openBytes, sealBytes } from './aes-gcm.ts';

/** Encrypts short texts that must be shown again. */
export interface SecretBox {
  /** The text, sealed together with the record it belongs to: moved to another one, it does not open. */
  seal(text: string, record: Uint8Array): Buffer;
  /** The text; null when it was sealed with another key or for another record, or was changed. */
  open(sealed: Uint8Array, record: Uint8Array): string | null;
}

/** A box of AES-256-GCM under a key of 32 bytes; what it seals is nonce, tag and ciphertext. */
export function createSecretBox(key: Uint8Array): SecretBox {
  return {
    seal: (text, record) => sealBytes(key, Buffer.from(text, 'utf8'), record),
    open: (sealed, record) => openBytes(key, sealed, record)?.toString('utf8') ?? null,
  };
}
