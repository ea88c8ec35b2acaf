import { Readable } from 'node:stream';
import { jobEventText, reloadEventText } from './job-event.ts';
import type { JobEvent } from './job-event.ts';

/** Look-up of the events of jobs when they are sent: a job that changes several times before that is sent once. */
export interface EventSource {
  /** The present event of a job; undefined when the feed no longer has it. */
  readonly find: (workflowId: string) => JobEvent | undefined;
}

/** About so many characters are written at a time, and so many more may wait in the stream. */
const BLOCK_CHARACTERS = 16_384;

/** Lines that set the milliseconds before the client connects again, and that prove to it that the stream is open. */
const OPENING = 'retry: 3000\n\n';
const HEARTBEAT = ': heartbeat\n\n';

/**
 * The answer of a listener. It keeps the ids of the jobs that have changed, not their events: a slow reader skips states, and costs
 * no more memory than a fast one.
 */
export class EventStream extends Readable {
  readonly #source: EventSource;
  readonly #endsWith: string | null;
  /** With the time of the change, of several that of the first; the oldest change comes first. */
  readonly #changed = new Map<string, number>();
  #reloadAt: number | null = null;
  #isWanted = false;
  #isOver = false;
  #blockedAt: number | null = null;

  /** `endsWith`: the job with whose end the stream ends. */
  constructor(source: EventSource, endsWith: string | null) {
    super({ highWaterMark: BLOCK_CHARACTERS });
    this.#source = source;
    this.#endsWith = endsWith;
    this.push(OPENING);
  }

  /** Since when the reader takes nothing, in milliseconds; null while it does. */
  get blockedAt(): number | null {
    return this.#blockedAt;
  }

  override _read(): void {
    this.#isWanted = true;
    this.#blockedAt = null;
    this.flush();
  }

  /** Notes that a job has changed. */
  note(workflowId: string, at: number): void {
    if (!this.#changed.has(workflowId)) this.#changed.set(workflowId, at);
  }

  /** Makes the client read the lists of jobs, and forgets what was noted: the jobs noted next are sent after that. */
  reload(at: number): void {
    this.#reloadAt = at;
    this.#changed.clear();
  }

  /** Writes what has changed as far as the reader takes it. */
  flush(): void {
    if (!this.#isWanted || this.#isOver) return;
    let text = this.#reloadAt === null ? '' : reloadEventText(this.#reloadAt);
    this.#reloadAt = null;
    let isOver = false;
    for (const [workflowId, at] of this.#changed) {
      if (text.length >= BLOCK_CHARACTERS) break;
      this.#changed.delete(workflowId);
      const event = this.#source.find(workflowId);
      if (event === undefined) continue;
      text += jobEventText(event, at);
      isOver ||= event.endedAt !== null && workflowId === this.#endsWith;
    }
    if (text !== '') this.#write(text);
    if (isOver) this.end();
  }

  /** Shows that the stream is open. */
  beat(): void {
    if (this.#isWanted && !this.#isOver) this.#write(HEARTBEAT);
  }

  /** Ends the answer: the client connects again. */
  end(): void {
    if (this.#isOver || this.destroyed) return;
    this.#isOver = true;
    this.push(null);
  }

  #write(text: string): void {
    this.#isWanted = false;
    this.#blockedAt = Date.now();
    this.push(text);
  }
}
