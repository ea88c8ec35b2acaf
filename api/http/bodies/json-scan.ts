import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { NotUtf8, UnreadableBody } from '../errors.ts';

/** Takes the bytes of a long text, as they stand between its quotes. */
export type TakeText = (bytes: Uint8Array) => Promise<void>;

/** Reads JSON buffer by buffer and bounds the cost of parsing it. */
export interface JsonScan {
  /** @throws UnreadableBody when the body is too complex, or too long a text cannot be taken out of it. */
  push(bytes: Buffer): Promise<void>;
  /** Bytes that are kept so far. */
  readonly keptBytes: number;
  /** The text, in which `placeholder` is in the place of the text that was taken out. @throws NotUtf8 */
  text(): string;
  /** null when no text was taken out. */
  readonly placeholder: string | null;
}

/** Creates a scan. One text longer than `keptText` is handed to `take`; without it long texts are kept like others. */
export function createJsonScan(take: TakeText | null): JsonScan {
  const kept = createBytes();
  const started = createBytes();
  let state: 'outside' | 'inside' | 'escaped' = 'outside';
  let tokens = 0;
  let depth = 0;
  let isTaking = false;
  let placeholder: string | null = null;

  const count = (byte: number) => {
    if (byte === OPEN_HASH || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_HASH || byte === CLOSE_LIST) depth--;
    else if (byte !== COMMA && byte !== COLON) return;
    tokens++;
    if (tokens > BOUNDS.jsonTokens.max) throw new UnreadableBody(TOO_MANY);
    if (depth > BOUNDS.jsonDepth.max) throw new UnreadableBody(TOO_DEEP);
  };
  /** The part of a text in one block: what is not known to be short yet is set aside. */
  const addText = async (part: Buffer) => {
    if (take === null) return kept.add(part);
    if (isTaking) return take(part);
    started.add(part);
    if (started.length <= BOUNDS.keptText.max) return;
    if (placeholder !== null) throw new UnreadableBody(`only file_source.content can be longer than ${KEPT}`);
    isTaking = true;
    placeholder = randomUUID();
    kept.add(Buffer.from(placeholder));
    await take(started.take());
  };
  const endText = () => {
    if (!isTaking && started.length > 0) kept.add(started.take());
    isTaking = false;
  };

  /** Bytes scanned in one step: few, so that a text within them is short as well. */
  async function scan(block: Buffer): Promise<void> {
    let from = 0;
    let textFrom = state === 'outside' ? -1 : 0;
    for (let at = 0; at < block.length; at++) {
      const byte = block[at] ?? 0;
      if (state === 'escaped') state = 'inside';
      else if (state === 'inside') {
        if (byte === BACKSLASH) state = 'escaped';
        if (byte !== QUOTE) continue;
        state = 'outside';
        if (textFrom === 0 && from === 0) {
          await addText(block.subarray(0, at));
          endText();
          from = at;
        }
        textFrom = -1;
      } else if (byte === QUOTE) {
        state = 'inside';
        textFrom = at + 1;
      } else count(byte);
    }
    if (state === 'outside') return kept.add(block.subarray(from));
    kept.add(block.subarray(from, textFrom));
    await addText(block.subarray(textFrom));
  }

  return {
    push: async (bytes) => {
      for (let start = 0; start < bytes.length; start += BLOCK) await scan(bytes.subarray(start, start + BLOCK));
    },
    get keptBytes() {
      return kept.length + started.length;
    },
    text: () => {
      endText();
      const bytes = kept.take();
      if (!isUtf8(bytes)) throw new NotUtf8();
      return bytes.toString('utf8');
    },
    get placeholder() {
      return placeholder;
    },
  };
}

const BLOCK = 16_384;
const KEPT = `${BOUNDS.keptText.max} bytes`;
const TOO_MANY = `the body has more than ${BOUNDS.jsonTokens.max} values: send fewer of them in one call`;
const TOO_DEEP = `the body is nested more than ${BOUNDS.jsonDepth.max} levels deep`;

const [OPEN_HASH, CLOSE_HASH, OPEN_LIST, CLOSE_LIST, COMMA, COLON, QUOTE, BACKSLASH] = Buffer.from(
  '{}[],:"\\',
) as Iterable<number> as [number, number, number, number, number, number, number, number];

/** Bytes that are copied into one buffer: many small buffers would take more memory than they hold. */
function createBytes() {
  let buffer = Buffer.alloc(0);
  let length = 0;
  return {
    get length() {
      return length;
    },
    add: (more: Uint8Array) => {
      if (length + more.length > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(2 * buffer.length, length + more.length, 1024));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      buffer.set(more, length);
      length += more.length;
    },
    take: () => {
      const taken = buffer.subarray(0, length);
      buffer = Buffer.alloc(0);
      length = 0;
      return taken;
    },
  };
}
