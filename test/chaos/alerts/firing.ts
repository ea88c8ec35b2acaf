import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promtool } from '../../support/promtool.ts';
import { RULES, SCRAPED_EACH } from './scrapes.ts';
import type { Scraped } from './scrapes.ts';

/** Minutes for which a fault lasts, longer than every alert waits. */
const MINUTES = 40;

/**
 * Evaluates the shipped rules by promtool on what was scraped, as if things then stayed as they were: values stay, counters and ages
 * grow as they did in the last half minute.
 *
 * @param alerts the names of those that must fire at any time, and no others
 * @returns how they differ from those that fire, null when they do not
 * @throws Error without promtool
 */
export async function unlessFiring(scraped: Scraped, alerts: readonly string[]): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-chaos-alerts-'));
  const file = join(folder, 'test.yaml');
  // JSON is YAML.
  const test = {
    rule_files: [RULES],
    evaluation_interval: '15s',
    tests: [
      {
        interval: `${SCRAPED_EACH}s`,
        input_series: [...scraped].map(([series, values]) => ({ series, values: prolonged(series, values) })),
        promql_expr_test: [
          {
            expr: `max by (alertname) (max_over_time(ALERTS{alertstate="firing"}[${MINUTES}m]))`,
            eval_time: `${MINUTES}m`,
            exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
          },
        ],
      },
    ],
  };
  try {
    await writeFile(file, JSON.stringify(test));
    const answer = await promtool('test', 'rules', file);
    if (answer === null) throw new Error('promtool is gone.');
    return answer.code === 0 ? null : answer.output;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const STEPS = (MINUTES * 60) / SCRAPED_EACH;
const GROWING = /^\w+(?:_total|_count|_age_seconds)\{/;
const LOOKED_BACK = 30 / SCRAPED_EACH;

/** The values in the notation of promtool. A series that a scrape does not have ends there, as in Prometheus. */
function prolonged(series: string, values: readonly (number | null)[]): string {
  const [last = null, before = null] = [values.at(-1), values.at(-1 - LOOKED_BACK)];
  const slope = GROWING.test(series) && last !== null && before !== null ? (last - before) / LOOKED_BACK : 0;
  const all = [...values];
  while (all.length <= STEPS)
    all.push(last === null ? null : last + Math.max(0, slope) * (all.length - values.length + 1));
  return all
    .map((value, i) => (value !== null ? String(value) : i > 0 && all[i - 1] !== null ? 'stale' : '_'))
    .join(' ');
}
