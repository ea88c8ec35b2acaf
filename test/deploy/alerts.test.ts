import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CLIENT_JOB_KINDS } from '../../engine/job-kinds/index.ts';
import { FAULT_TYPES } from '../../machines/faults.ts';
import { ALERT_FAULTS } from '../chaos/alerts/faults.ts';
import { NO_PROMTOOL, promtool } from '../support/promtool.ts';
import type { PromtoolAnswer } from '../support/promtool.ts';
import { FAULTS, HEALTHY, MINUTES } from './fault-series.ts';
import type { Series } from './fault-series.ts';

const ROOT = join(import.meta.dirname, '../..');
const RULES = join(ROOT, 'deploy/alerts.yaml');
const TEXT = readFileSync(RULES, 'utf8');
const [, ...RULE_TEXTS] = TEXT.split(/^ +- alert: /m);
const ALERTS = RULE_TEXTS.map((rule) => ({ name: rule.split('\n', 1)[0] ?? '', rule }));

describe('the alert rules', () => {
  it.each(ALERTS)('name a section of on-call.md: $name', ({ rule }) => {
    const [, path = '', anchor = ''] = /runbook_url: ([\w./-]+)#([\w-]+)$/m.exec(rule) ?? [];
    expect(path).toBe('docs/on-call.md');
    expect(anchorsOf(readFileSync(join(ROOT, path), 'utf8'))).toContain(anchor);
  });

  it('name types of faults that a job can fail with', () => {
    const known = new Set<string>([...FAULT_TYPES, ...CLIENT_JOB_KINDS.flatMap(({ ownFaults = [] }) => ownFaults)]);
    const named = [...TEXT.matchAll(/reason=~"([\w|]+)"/g)].flatMap(([, reasons = '']) => reasons.split('|'));
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((reason) => !known.has(reason))).toEqual([]);
  });

  it('have a fault each, whose series are tried', () => {
    const fired = FAULTS.map(({ alert }) => alert).filter((alert) => alert !== null);
    expect(fired.sort()).toEqual(ALERTS.map(({ name }) => name).sort());
  });

  it('have a fault of chaos each, which plays it on a real service', () => {
    const played = new Set(ALERT_FAULTS.map(({ alert }) => alert));
    expect(ALERTS.filter(({ name }) => !played.has(name))).toEqual([]);
  });

  it('are rules of Prometheus', async (context) => {
    const answer = await promtool('check', 'rules', RULES);
    if (answer === null) return context.skip(NO_PROMTOOL);
    expect(answer).toMatchObject({ code: 0, output: expect.stringContaining(`${ALERTS.length} rules found`) });
  });

  it.for(FAULTS)('fire exactly their alert: $fault', async ({ alert, series }, context) => {
    const answer = await tryOut({ ...HEALTHY, ...series }, alert);
    if (answer === null) return context.skip(NO_PROMTOOL);
    expect(answer).toMatchObject({ code: 0 });
  });

  it('are told apart by these series', async (context) => {
    const answer = await tryOut(HEALTHY, 'SluiceWorkerGone');
    if (answer === null) return context.skip(NO_PROMTOOL);
    expect(answer).toMatchObject({ code: 1, output: expect.stringContaining('SluiceWorkerGone') });
  });
});

/** Has promtool compare the alerts that fire after these series with the one that is expected; null without promtool. */
async function tryOut(series: Series, alert: string | null): Promise<PromtoolAnswer | null> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-alerts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'test.yaml');
  const reported = Object.entries(series).filter(([, values]) => values !== null);
  // JSON is YAML.
  const test = {
    rule_files: [RULES],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: reported.map(([name, values]) => ({ series: name, values })),
        promql_expr_test: [
          {
            expr: 'max by (alertname) (ALERTS{alertstate="firing"})',
            eval_time: `${MINUTES}m`,
            exp_samples: alert === null ? [] : [{ labels: `{alertname="${alert}"}`, value: 1 }],
          },
        ],
      },
    ],
  };
  await writeFile(file, JSON.stringify(test));
  return promtool('test', 'rules', file);
}

/** The anchors of the headings of a document. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}
