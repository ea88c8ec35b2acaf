import { execFile } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const CHART = join(ROOT, 'deploy/helm/sluice');
const NO_HELM = 'no helm is on PATH';
/** A helm that was built by `go install` knows no newer one by itself. */
const KUBERNETES = ['--kube-version', '1.30.0'];

describe('the chart', () => {
  it('has the alert rules themselves, no copy of them', () => {
    expect(realpathSync(join(ROOT, 'deploy/alerts.yaml'))).toBe(realpathSync(join(CHART, 'alerts.yaml')));
    expect(readFileSync(join(CHART, 'templates/monitoring.yaml'), 'utf8')).toContain('.Files.Get "alerts.yaml"');
  });

  it('makes a rule of each, with the address of the page, and a monitor of API and workers', async (context) => {
    const answer = await render('monitoring');
    if (answer === null) return context.skip(NO_HELM);
    const rules = readFileSync(join(CHART, 'alerts.yaml'), 'utf8');
    const named = (text: string) => [...text.matchAll(/alert: (\w+)$/gm)].map(([, name]) => name);
    expect(named(answer).sort()).toEqual(named(rules).sort());
    // Helm breaks long lines.
    expect(answer.replaceAll(/\s+/g, ' ')).toContain(
      "summary: '{{ $value }} jobs need an operator ({{ $labels.kind }}, {{ $labels.state }}).'",
    );
    expect(answer).toContain('runbook_url: https://wiki.example.com/sluice/on-call#stalled');
    expect(answer).not.toContain('docs/on-call.md');
    expect(answer).toMatch(/^kind: ServiceMonitor$/m);
    expect(answer).toContain('- { name: METRICS, value: "true" }');
  });

  it('has neither unless it is told to', async (context) => {
    const answer = await render('cpu');
    if (answer === null) return context.skip(NO_HELM);
    expect(answer).not.toContain('monitoring.coreos.com');
    expect(answer).toContain('- { name: METRICS, value: "false" }');
  });
});

/** The objects of the chart with the values of an example; null without helm. @throws Error with what helm says when it fails */
function render(example: string): Promise<string | null> {
  const values = join(CHART, 'ci', `${example}-values.yaml`);
  return new Promise((resolve, reject) => {
    execFile('helm', ['template', 'sluice', CHART, '--values', values, ...KUBERNETES], (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else if (error.code === 'ENOENT') resolve(null);
      else reject(new Error(stderr));
    });
  });
}
