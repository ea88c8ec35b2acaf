import type { MaintenancePart, PartState } from './maintenance-part.ts';

/** The current details of the maintenance in the Temporal UI: a Markdown table of its parts. */
export function maintenanceDetails(parts: ReadonlyMap<string, MaintenancePart>): string {
  const rows = [...parts].map(([name, part]) => {
    const { dueAt, isPaused, last } = part.state();
    const next = part.isRunning() ? 'running' : isPaused ? 'paused' : timeOf(new Date(dueAt).toISOString());
    const cells = [
      name,
      `${part.everyMs / 1_000} s`,
      last === null ? '' : timeOf(last.at),
      outcomeOf(part.state()),
      next,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| part | every | last run | outcome | next run |', '|---|---|---|---|---|', ...rows].join('\n');
}

function outcomeOf({ last, failures }: PartState): string {
  if (last === null) return '';
  if (last.failure === null) {
    return Object.entries(last.result ?? {})
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  }
  return `**failed ${failures} ${failures === 1 ? 'time' : 'times'} in a row:** ${last.failure.replaceAll(/[|\n]/g, ' ')}`;
}

function timeOf(at: string): string {
  return `${at.slice(0, 19).replace('T', ' ')} UTC`;
}
