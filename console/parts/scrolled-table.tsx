import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { notePlaceOfBox, placeOfBox } from '../hooks/use-kept-place.ts';
import { HeaderCells } from './data-table.tsx';
import type { Column } from './data-table.tsx';
import { rowWindow } from './row-window.ts';

interface ScrolledTableProps<Row> {
  /** Description of the table, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** The rows that are known to be there. */
  count: number;
  /** Whether more may follow. */
  isWhole: boolean;
  /** Undefined while the row is not read. */
  rowAt: (index: number) => Row | undefined;
  /** Called with the rows that are drawn: from the first to before the end. */
  onView: (first: number, end: number) => void;
  /** The page that a row opens, by its first cell. */
  linkOf: (row: Row) => string;
  /** Shown in place of a table without rows. */
  empty: ComponentChildren;
}

/** Pixels, as measured: the width of the screen and the size of the font change them. */
interface Sizes {
  readonly row: number;
  readonly head: number;
  readonly box: number;
}

/** Until the first row was measured. */
const GUESSED: Sizes = { row: 40, head: 40, box: 520 };

/**
 * A table that is scrolled in a box of its own, of which only the rows in view are drawn. Each row has the same height. The key Tab
 * leads to the link of one row, from where the arrow keys go to the others: all of them would be too many stops.
 */
export function ScrolledTable<Row>(props: ScrolledTableProps<Row>) {
  const { caption, columns, count, isWhole, rowAt, onView, linkOf, empty } = props;
  const box = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(() => placeOfBox(caption));
  useLayoutEffect(() => {
    if (box.current !== null && scrollTop > 0) box.current.scrollTop = scrollTop;
  }, []);
  const sizes = useSizes(box, count > 0);
  const seen = Math.max(sizes.row, sizes.box - sizes.head);
  const windowAt = (pixels: number) => rowWindow({ scrollTop: pixels, seen, rowHeight: sizes.row, count });
  const { first, end, firstSeen, top, height } = windowAt(scrollTop);
  const [focused, setFocused] = useState(-1);
  const stop = focused >= first && focused < end ? focused : firstSeen;
  useEffect(() => onView(first, end), [first, end, onView]);
  const lastHeight = useRef(sizes.row);
  useLayoutEffect(() => {
    // The row at the top stays there when a screen is turned. The box itself may have less to scroll already.
    if (box.current !== null) box.current.scrollTop = scrollTop * (sizes.row / lastHeight.current);
    lastHeight.current = sizes.row;
  }, [sizes.row]);

  if (count === 0) return <div class="empty">{empty}</div>;
  const indexes = Array.from({ length: end - first }, (_, place) => first + place);
  return (
    <div
      ref={box}
      class="scrolled"
      role="region"
      aria-label={`${caption}, scrolled`}
      tabIndex={0}
      onKeyDown={(event) => {
        const step = STEPS[event.key];
        const index = focusedRow(event.currentTarget);
        if (step === undefined || index === null) return;
        event.preventDefault();
        linkIn(event.currentTarget, index + step)?.focus();
      }}
      onScroll={({ currentTarget }) => {
        notePlaceOfBox(caption, currentTarget.scrollTop);
        const index = focusedRow(currentTarget);
        const next = windowAt(currentTarget.scrollTop);
        // A row that is drawn no more would leave the focus to the top of the page.
        if (index !== null && (index < next.first || index >= next.end)) currentTarget.focus({ preventScroll: true });
        setScrollTop(currentTarget.scrollTop);
      }}
    >
      <div class="scrolled-rows" style={{ height: `${sizes.head + height}px` }}>
        <table
          class="data-table"
          aria-rowcount={isWhole ? count + 1 : -1}
          style={{ marginTop: `${top}px`, '--columns': columns.length }}
        >
          <caption class="visually-hidden">{caption}</caption>
          <thead>
            <tr aria-rowindex={1}>
              <HeaderCells columns={columns} />
            </tr>
          </thead>
          <tbody>
            {indexes.map((index) => (
              <ScrolledRow
                key={index}
                index={index}
                row={rowAt(index)}
                columns={columns}
                link={{ linkOf, isStop: index === stop, onFocus: setFocused }}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface ScrolledRowProps<Row> {
  index: number;
  row: Row | undefined;
  columns: readonly Column<Row>[];
  link: {
    readonly linkOf: (row: Row) => string;
    /** Whether the key Tab leads to it. */
    readonly isStop: boolean;
    readonly onFocus: (index: number) => void;
  };
}

/** The header is the first row for screen readers. */
function ScrolledRow<Row>({ index, row, columns, link }: ScrolledRowProps<Row>) {
  return (
    <tr aria-rowindex={index + HEADER_ROWS}>
      {columns.map(({ name, cell, isNumber }, place) => {
        const content = row === undefined ? '…' : cell(row);
        const isLink = place === 0 && row !== undefined;
        return (
          <td key={name} data-label={name} class={isNumber === true ? 'number' : undefined}>
            {/* What is cut off is shown as its title. */}
            <div title={typeof content === 'string' ? content : undefined}>
              {isLink ? (
                <a href={link.linkOf(row)} tabIndex={link.isStop ? 0 : -1} onFocus={() => link.onFocus(index)}>
                  {content}
                </a>
              ) : (
                content
              )}
            </div>
          </td>
        );
      })}
    </tr>
  );
}

/** The number of a row for screen readers counts from 1, with the header. */
const HEADER_ROWS = 2;

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The row whose link has the focus. */
function focusedRow(box: HTMLElement): number | null {
  const { activeElement } = document;
  const row = activeElement !== null && box.contains(activeElement) ? activeElement.closest('tbody tr') : null;
  return row === null ? null : Number(row.getAttribute('aria-rowindex')) - HEADER_ROWS;
}

function linkIn(box: HTMLElement, index: number): HTMLElement | null {
  return box.querySelector(`tr[aria-rowindex="${index + HEADER_ROWS}"] a`);
}

/** Measures the table when its box or its rows change their size. */
function useSizes(box: { readonly current: HTMLDivElement | null }, hasRows: boolean): Sizes {
  const [sizes, setSizes] = useState(GUESSED);
  useEffect(() => {
    const element = box.current;
    const table = element?.querySelector('table');
    const body = table?.querySelector('tbody');
    if (element == null || table == null || body == null) return undefined;
    const observer = new ResizeObserver(() => {
      const rows = body.getBoundingClientRect();
      const measured: Sizes = {
        row: rows.height / body.rows.length,
        head: rows.top - table.getBoundingClientRect().top,
        box: element.clientHeight,
      };
      if (body.rows.length > 0 && measured.row > 0) setSizes((known) => (isSame(known, measured) ? known : measured));
    });
    observer.observe(element);
    observer.observe(body);
    return () => observer.disconnect();
  }, [hasRows]);
  return sizes;
}

function isSame(one: Sizes, other: Sizes): boolean {
  const TOLERATED = 0.02;
  return (
    Math.abs(one.row - other.row) < TOLERATED &&
    Math.abs(one.head - other.head) < TOLERATED &&
    Math.abs(one.box - other.box) < TOLERATED
  );
}
