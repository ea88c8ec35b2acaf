import { useId } from 'preact/hooks';
import type { Chart, Charts, DrawnArrow, DrawnState, Point } from './chart.ts';
import { wordsOf } from '../parts/words.ts';

interface StateChartProps {
  charts: Charts;
  /** The states that the job is in, from the outermost; empty while they are not known. */
  path: readonly string[];
  /** The state to which a paused job goes back. */
  returnsTo: string | null;
  /** Text alternative of the chart. */
  description: string;
}

/** The state chart of a job with the state that it is in: filled, with a thick border and a mark. */
export function StateChart({ charts, ...shown }: StateChartProps) {
  return (
    <div class="state-chart" role="region" aria-label="State chart" tabIndex={0}>
      <Drawing chart={charts.wide} shape="wide" {...shown} />
      <Drawing chart={charts.narrow} shape="narrow" {...shown} />
    </div>
  );
}

type DrawingProps = Omit<StateChartProps, 'charts'> & { chart: Chart; shape: string };

function Drawing({ chart, shape, path, returnsTo, description }: DrawingProps) {
  const id = useId();
  const current = [...path].reverse().find((each) => chart.states.some((state) => state.id === each));
  return (
    <svg
      class={shape}
      role="img"
      aria-labelledby={`${id}-title ${id}-description`}
      width={chart.width}
      height={chart.height}
      viewBox={`0 0 ${chart.width} ${chart.height}`}
    >
      <title id={`${id}-title`}>State chart of the job</title>
      <desc id={`${id}-description`}>{description}</desc>
      <defs>
        {['progress', 'command', 'fault'].map((kind) => (
          <marker
            key={kind}
            id={`${id}-${kind}`}
            class={`head ${kind}`}
            viewBox="0 0 8 8"
            refX="8"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8z" />
          </marker>
        ))}
      </defs>
      {chart.states.map((state) => (
        <StateBox
          key={state.id}
          state={state}
          isActive={path.includes(state.id)}
          isCurrent={state.id === current}
          step={state.id === current ? stepOf(path, state.id) : null}
          isBack={returnsTo !== null && !state.isBox && `${returnsTo}.`.startsWith(`${state.id}.`)}
        />
      ))}
      {chart.arrows.map((arrow) => (
        <Arrow key={`${arrow.from} ${arrow.to}`} arrow={arrow} head={`url(#${id}-${arrow.kind})`} />
      ))}
    </svg>
  );
}

/** The state inside a drawn one, in words; null for one without others inside. */
function stepOf(path: readonly string[], id: string): string | null {
  const last = path.at(-1) ?? '';
  return last.startsWith(`${id}.`) ? wordsOf(last.slice(last.lastIndexOf('.') + 1)) : null;
}

interface StateBoxProps {
  state: DrawnState;
  isActive: boolean;
  isCurrent: boolean;
  /** The state inside this one, in words. */
  step: string | null;
  /** A paused job goes back to it. */
  isBack: boolean;
}

function StateBox({ state, isActive, isCurrent, step, isBack }: StateBoxProps) {
  const { x, y, width, height, label, isBox, isEnd } = state;
  const marks = [isBox && 'box', isEnd && 'end', isActive && 'active', isCurrent && 'current', isBack && 'back'];
  const middle = x + width / 2;
  // A state with steps has a second line while one of them is active.
  const baseline = isBox ? y + 19 : y + height / 2 + (step === null ? 4.5 : -3);
  return (
    <g class={['state', ...marks].filter(Boolean).join(' ')}>
      <rect x={x} y={y} width={width} height={height} rx={isEnd ? Math.min(height, 30) / 2 : 6} />
      {isCurrent && <circle class="mark" cx={x + 5} cy={y + 5} r="5" />}
      <text x={isBox ? x + 12 : middle} y={baseline} text-anchor={isBox ? 'start' : 'middle'}>
        {label}
      </text>
      {step !== null && (
        <text class="step" x={middle} y={y + height / 2 + 13} text-anchor="middle">
          {step}
        </text>
      )}
    </g>
  );
}

function Arrow({ arrow: { kind, points, label, labelAt }, head }: { arrow: DrawnArrow; head: string }) {
  return (
    <g class={`arrow ${kind}`}>
      <path d={pathOf(points)} marker-end={head} />
      {labelAt !== null && (
        <text x={labelAt[0]} y={labelAt[1] + 3.5} text-anchor="middle">
          {label}
        </text>
      )}
    </g>
  );
}

function pathOf(points: readonly Point[]): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}
