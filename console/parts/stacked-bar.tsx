import { formatCount } from './format.ts';

export interface BarPart {
  readonly name: string;
  readonly count: number;
  /** The colour: a class of styles/parts.css. */
  readonly tone: Tone;
  readonly href?: string;
}

export type Tone = 'good' | 'changed' | 'neutral' | 'warning' | 'bad' | 'waiting';

interface StackedBarProps {
  /** The counted things, for screen readers: "Subscribers of News". */
  label: string;
  parts: readonly BarPart[];
  /** Without a legend the names stand in the label only. */
  hasLegend?: boolean;
}

/** Counts as one thin bar with a legend that has the numbers. Parts without a count are left out. */
export function StackedBar({ label, parts, hasLegend = true }: StackedBarProps) {
  const shown = parts.filter(({ count }) => count > 0);
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  const text = shown.map(({ name, count }) => `${formatCount(count)} ${name}`).join(', ');
  let from = 0;
  return (
    <div class="stacked-bar">
      <svg
        role="img"
        aria-label={`${label}: ${text === '' ? 'none' : text}`}
        viewBox="0 0 1000 8"
        preserveAspectRatio="none"
      >
        <rect class="tone-empty" x="0" y="0" width="1000" height="8" />
        {shown.map(({ name, count, tone }) => {
          const x = from;
          const width = (count / total) * 1000;
          from += width;
          return (
            <rect key={name} class={`tone-${tone}`} x={x} y="0" width={Math.max(width, 2)} height="8">
              <title>{`${formatCount(count)} ${name}`}</title>
            </rect>
          );
        })}
      </svg>
      {hasLegend && (
        <ul class="legend">
          {shown.map(({ name, count, tone, href }) => (
            <li key={name}>
              <span class={`swatch tone-${tone}`} aria-hidden="true" />
              {href === undefined ? (
                <>
                  <b>{formatCount(count)}</b> {name}
                </>
              ) : (
                <a href={href}>
                  <b>{formatCount(count)}</b> {name}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
