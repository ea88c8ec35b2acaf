import { SluiceApiError } from '../../client/index.ts';
import type { Listing } from './listing.ts';

/** Rows to read with one call: a page by its number from 0, or the page after another one by its token. */
export type BlockQuery = { readonly per_page: number } & ({ readonly page: number } | { readonly page_token: string });

/** Rows that are read with one call, in most cases. */
export const BLOCK_ROWS = 50;
/** A place that was jumped to is read once the view has rested there for so many milliseconds. */
export const SETTLE_MS = 120;
const KEPT_BLOCKS = 40;

interface Block<Row> {
  readonly rows: readonly Row[];
  /** The version of the listing that it was read of. */
  readonly version: number;
}

/**
 * Reads those rows of a long listing that are looked at, in blocks. One call is under way at a time, for the block that is
 * in view when the last one has ended: blocks that were scrolled past are not read. A block that follows another one is read
 * by its token, whose cost does not depend on the place. Others are read by number, which makes the service skip the rows
 * before.
 */
export class BlockReader<Row> {
  /** Of the last call; null when it went well. */
  error: unknown = null;
  private readonly read: (query: BlockQuery) => Promise<Listing<Row>>;
  private readonly onChange: () => void;
  private readonly blocks = new Map<number, Block<Row>>();
  private readonly tokens = new Map<number, string>();
  private version = 0;
  /** Blocks from and to. */
  private view: readonly [first: number, last: number] = [0, 0];
  /** Rows that are there at least. */
  private least = 0;
  /** The number of rows in the whole listing; null until its end has been read. */
  private end: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isReading = false;
  private isClosed = false;

  /** @param onChange is called after each call */
  constructor(read: (query: BlockQuery) => Promise<Listing<Row>>, onChange: () => void) {
    this.read = read;
    this.onChange = onChange;
    this.schedule();
  }

  /** Whether a call has been answered. */
  get hasBegun(): boolean {
    return this.blocks.size > 0;
  }

  /**
   * The rows of the listing, as far as they are known.
   * @param counted by another call; null where no call counts them
   */
  count(counted: number | null): number {
    return this.end ?? Math.max(this.least, counted ?? 0);
  }

  /** Whether the end of the listing has been read. */
  get hasEnd(): boolean {
    return this.end !== null;
  }

  /** The row of that index, from 0; undefined while it is not read. */
  rowAt(index: number): Row | undefined {
    const block = Math.floor(index / BLOCK_ROWS);
    return this.blocks.get(block)?.rows[index - block * BLOCK_ROWS];
  }

  /** The rows that are kept, in their order. */
  get rows(): readonly Row[] {
    const kept = [...this.blocks].sort(([a], [b]) => a - b);
    return kept.flatMap(([, { rows }]) => rows);
  }

  /** Reads the rows from `first` to before `end`, unless it has them. */
  show(first: number, end: number): void {
    const view = [first, Math.max(first, end - 1)].map((index) => Math.floor(index / BLOCK_ROWS));
    const [from = 0, to = 0] = view;
    if (from === this.view[0] && to === this.view[1]) return;
    this.view = [from, to];
    this.schedule();
  }

  /** Reads what is in view again: the rows may have changed. Until then the old ones are shown. */
  expire(isCounted: boolean): void {
    this.version += 1;
    this.error = null;
    this.tokens.clear();
    if (isCounted) {
      this.least = 0;
      this.end = null;
    }
    this.schedule();
  }

  /** Reads again after an error. */
  retry(): void {
    this.error = null;
    this.schedule();
    this.onChange();
  }

  /** Reads no more. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private schedule(): void {
    clearTimeout(this.timer);
    if (this.isReading || this.isClosed || this.error !== null) return;
    const block = this.wanted();
    if (block === undefined) return;
    const isNext = block === 0 || this.tokens.has(block);
    this.timer = setTimeout(() => void this.load(block), isNext ? 0 : SETTLE_MS);
  }

  private wanted(): number | undefined {
    const [first, last] = this.view;
    for (let block = first; block <= last; block++) if (this.blocks.get(block)?.version !== this.version) return block;
    return undefined;
  }

  private async load(block: number): Promise<void> {
    const { version } = this;
    this.isReading = true;
    try {
      const { rows, next } = await this.readBlock(block);
      this.blocks.set(block, { rows, version });
      this.noteEnd(block * BLOCK_ROWS + rows.length, next !== undefined);
      if (next !== undefined && version === this.version) this.tokens.set(block + 1, next);
      this.dropFar();
    } catch (error) {
      this.error = error;
    }
    this.isReading = false;
    if (this.isClosed) return;
    this.schedule();
    this.onChange();
  }

  private async readBlock(block: number): Promise<{ rows: readonly Row[]; next: string | undefined }> {
    let next = this.tokens.get(block);
    const rows: Row[] = [];
    do {
      const per_page = BLOCK_ROWS - rows.length;
      const answer = await (next === undefined ? this.readNumber(block) : this.read({ page_token: next, per_page }));
      rows.push(...answer.data);
      next = answer.next_page_token ?? undefined;
      // A page of large rows ends early.
    } while (next !== undefined && rows.length < BLOCK_ROWS);
    return { rows, next };
  }

  /** Large rows are refused by number, except one: the token that comes with it reads the others. */
  private async readNumber(block: number): Promise<Listing<Row>> {
    try {
      return await this.read({ page: block, per_page: BLOCK_ROWS });
    } catch (error) {
      if (!(error instanceof SluiceApiError) || error.code !== 'requested_too_many') throw error;
      return this.read({ page: block * BLOCK_ROWS, per_page: 1 });
    }
  }

  private noteEnd(reached: number, hasMore: boolean): void {
    if (!hasMore) {
      this.end = reached;
      this.least = Math.min(this.least, reached);
      return;
    }
    this.least = Math.max(this.least, reached + 1);
    if (this.end !== null && this.end < this.least) this.end = null;
  }

  /** Drops the blocks that are farthest from the view. */
  private dropFar(): void {
    const far = [...this.blocks.keys()].sort((a, b) => Math.abs(b - this.view[0]) - Math.abs(a - this.view[0]));
    for (const block of far.slice(0, Math.max(0, far.length - KEPT_BLOCKS))) this.blocks.delete(block);
  }
}
