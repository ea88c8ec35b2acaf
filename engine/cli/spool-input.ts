import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SluiceError } from '../platform/errors.ts';

/** A stream as a file of this user alone. */
export interface SpooledInput {
  readonly file: string;
  readonly remove: () => Promise<void>;
}

/**
 * Writes a stream to a temporary file, since its size must be known before it is sent.
 * @throws SluiceError when it has more than `maxBytes`
 */
export async function spoolInput(input: Readable, maxBytes: number): Promise<SpooledInput> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const file = join(folder, 'stdin');
  try {
    await pipeline(
      input,
      async function* (blocks: AsyncIterable<Buffer>) {
        let bytes = 0;
        for await (const block of blocks) {
          bytes += block.length;
          if (bytes > maxBytes) {
            throw new SluiceError('invalid_request', `The input has more than ${maxBytes} bytes (UPLOAD_BYTES).`);
          }
          yield block;
        }
      },
      createWriteStream(file, { mode: 0o600 }),
    );
    return { file, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
