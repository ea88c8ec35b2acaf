/** The rows of a scrolled table that are drawn. */
export interface RowWindow {
  /** From this row, counted from 0. */
  readonly first: number;
  /** To the one before this. */
  readonly end: number;
  /** The first one that is seen as a whole. */
  readonly firstSeen: number;
  /** Pixels from the top of the scrolled content to the first row that is drawn. */
  readonly top: number;
  /** The pixels of all rows. */
  readonly height: number;
}

interface Scrolled {
  /** Pixels above what is seen. */
  readonly scrollTop: number;
  /** The pixels in which rows are seen. */
  readonly seen: number;
  /** The pixels of each row. */
  readonly rowHeight: number;
  readonly count: number;
}

/** Browsers draw nothing below some 17 million pixels: the rows of a higher table pass faster than it is scrolled. */
export const MAX_HEIGHT = 15_000_000;
/** Rows that are drawn above and below those that are seen. */
const MARGIN_ROWS = 10;

/** Computes the rows of a table to draw, and their place in pixels. */
export function rowWindow({ scrollTop, seen, rowHeight, count }: Scrolled): RowWindow {
  const whole = count * rowHeight;
  const height = Math.min(whole, MAX_HEIGHT);
  const last = Math.max(0, height - seen);
  const at = Math.min(Math.max(0, scrollTop), last);
  const place = last === 0 ? 0 : at * ((whole - seen) / last);
  const first = Math.max(0, Math.floor(place / rowHeight) - MARGIN_ROWS);
  const end = Math.min(count, Math.ceil((place + seen) / rowHeight) + MARGIN_ROWS);
  const firstSeen = Math.max(0, Math.min(count - 1, Math.ceil(place / rowHeight)));
  return { first, end, firstSeen, top: at + first * rowHeight - place, height };
}
