import { createRequire } from 'node:module';
import type { ELK as Elk, ElkEdgeSection, ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { AnyStateMachine } from 'xstate';
import type { Chart, Charts, DrawnArrow, DrawnState, Point } from '../../console/state-chart/chart.ts';
import { outlineOf } from '../../console/state-chart/outline.ts';
import type { Outline, OutlinedArrow, OutlinedState } from '../../console/state-chart/outline.ts';

const elk = new (createRequire(import.meta.url)('elkjs') as new () => Elk)();

/** Lays out what is drawn of a machine, for wide and for narrow screens. */
export async function layOut(machine: AnyStateMachine): Promise<Charts> {
  const outline = outlineOf(machine);
  return { wide: await chartOf(outline, 'RIGHT'), narrow: await chartOf(outline, 'DOWN') };
}

const CHARACTER = 7;
const LABEL_CHARACTER = 6.2;
const LABEL_HEIGHT = 14;
const HEIGHT = { plain: 32, withStep: 46, title: 26 };

async function chartOf({ states, arrows }: Outline, direction: 'RIGHT' | 'DOWN'): Promise<Chart> {
  const graph: ElkNode = {
    id: 'root',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': direction,
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.randomSeed': '1',
      'elk.padding': '[top=2,left=2,bottom=2,right=2]',
      'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
      'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
      ...SPACING,
    },
    children: states.filter(({ parent }) => parent === null).map((state) => nodeOf(state, states)),
    edges: arrows.map((arrow) => edgeOf(arrow)),
  };
  const laidOut: ElkNode = await elk.layout(graph);
  const places = placesOf(laidOut, [0, 0]);
  return {
    width: Math.ceil(laidOut.width ?? 0),
    height: Math.ceil(laidOut.height ?? 0),
    states: states.map((state) => drawnState(state, states, places)),
    arrows: (laidOut.edges ?? []).map((edge, n) => drawnArrow(edge, arrows[n] as OutlinedArrow, places)),
  };
}

/** A pause goes on from the work, and its end leads back. */
const WEIGHT: Readonly<Record<string, string>> = { pause: '5', cancel: '5', fail: '5' };

const SPACING: LayoutOptions = {
  'elk.spacing.nodeNode': '18',
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.layered.spacing.edgeNodeBetweenLayers': '12',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
};

function nodeOf(state: OutlinedState, all: readonly OutlinedState[]): ElkNode {
  const inner = all.filter(({ parent }) => parent === state.id);
  if (inner.length > 0) {
    return {
      id: state.id,
      children: inner.map((each) => nodeOf(each, all)),
      layoutOptions: { 'elk.padding': `[top=${HEIGHT.title + 8},left=14,bottom=14,right=14]`, ...SPACING },
    };
  }
  const longest = Math.max(state.label.length, ...state.steps.map((step) => step.length));
  return {
    id: state.id,
    width: Math.ceil(longest * CHARACTER) + 24,
    height: state.steps.length > 0 ? HEIGHT.withStep : HEIGHT.plain,
  };
}

function edgeOf({ from, to, kind, label }: OutlinedArrow): ElkExtendedEdge {
  return {
    id: `${from} ${to}`,
    sources: [from],
    targets: [to],
    layoutOptions: { 'elk.layered.priority.direction': kind === 'progress' ? '10' : (WEIGHT[label] ?? '1') },
    ...(label !== '' && {
      labels: [
        {
          text: label,
          width: Math.ceil(label.length * LABEL_CHARACTER) + 6,
          height: LABEL_HEIGHT,
          layoutOptions: { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' },
        },
      ],
    }),
  };
}

/** The absolute positions of the states: those that ELK returns are relative to the state around. */
function placesOf(node: ElkNode, [x, y]: Point): Map<string, ElkNode & { x: number; y: number }> {
  const own = { ...node, x: x + (node.x ?? 0), y: y + (node.y ?? 0) };
  const inner = (node.children ?? []).flatMap((child) => [...placesOf(child, [own.x, own.y])]);
  return new Map([[node.id, own], ...inner]);
}

function drawnState(
  { id, label, isEnd, steps }: OutlinedState,
  all: readonly OutlinedState[],
  places: ReturnType<typeof placesOf>,
): DrawnState {
  const { x = 0, y = 0, width = 0, height = 0 } = places.get(id) ?? {};
  const isBox = all.some(({ parent }) => parent === id);
  return {
    id,
    label,
    x: round(x),
    y: round(y),
    width: round(width),
    height: round(height),
    isBox,
    isEnd,
    steps: steps.length,
  };
}

function drawnArrow(edge: ElkExtendedEdge, arrow: OutlinedArrow, places: ReturnType<typeof placesOf>): DrawnArrow {
  const { container } = edge as { container?: string };
  const { x = 0, y = 0 } = places.get(container ?? 'root') ?? {};
  const [section] = edge.sections ?? [];
  const [label] = edge.labels ?? [];
  const shift = (at: { x: number; y: number }): Point => [round(at.x + x), round(at.y + y)];
  return {
    ...arrow,
    points: section === undefined ? [] : pointsOf(section).map((at) => shift(at)),
    labelAt:
      label === undefined
        ? null
        : shift({ x: (label.x ?? 0) + (label.width ?? 0) / 2, y: (label.y ?? 0) + (label.height ?? 0) / 2 }),
  };
}

function pointsOf({ startPoint, bendPoints = [], endPoint }: ElkEdgeSection) {
  return [startPoint, ...bendPoints, endPoint];
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
