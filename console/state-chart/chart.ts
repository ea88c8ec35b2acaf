import type { ArrowKind } from './outline.ts';

/** A point in the coordinates of a chart, whose unit is a pixel at its natural size. */
export type Point = readonly [x: number, y: number];

/** Position and size of a drawn state. */
export interface DrawnState {
  readonly id: string;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether other states are drawn inside it. */
  readonly isBox: boolean;
  readonly isEnd: boolean;
  /** Number of inner states that are not drawn. */
  readonly steps: number;
}

/** Path of a drawn arrow; the last point has its head. */
export interface DrawnArrow {
  readonly from: string;
  readonly to: string;
  readonly kind: ArrowKind;
  readonly points: readonly Point[];
  readonly label: string;
  /** The middle of its label; null if it has none. */
  readonly labelAt: Point | null;
}

/** A state chart as it is drawn. Written by `npm run charts` from the machine. */
export interface Chart {
  readonly width: number;
  readonly height: number;
  readonly states: readonly DrawnState[];
  readonly arrows: readonly DrawnArrow[];
}

/** A chart for wide and for narrow screens. */
export interface Charts {
  readonly wide: Chart;
  readonly narrow: Chart;
}
