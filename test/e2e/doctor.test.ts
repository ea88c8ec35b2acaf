import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Finding } from '../../engine/cli/doctor/finding.ts';
import { configEnvironment } from '../../engine/platform/config-environment.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { untilEnded } from '../support/imports.ts';
import { startOidcProvider } from '../support/oidc-provider.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { runSluice } from '../support/sluice.ts';
import { PATIENCE, stallImport } from './support/on-call-drill.ts';

describe('npx sluice doctor on a running service', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.stop());

  const examine = async (changes: Readonly<Record<string, string>> = {}) => {
    const { code, stdout } = await runSluice(['doctor', '--json'], { ...configEnvironment(engine.config), ...changes });
    const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
    return { code, of: (check: string) => findings.filter((each) => each.check === check), findings };
  };

  it('finds it well', async () => {
    const { code, of, findings } = await examine();
    expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
    expect(code).toBe(0);
    for (const check of [
      'temporal',
      'workers',
      'maintenance',
      'search attributes',
      'installation',
      'lost jobs',
      'schema',
      'jobs',
    ]) {
      expect(of(check), check).toMatchObject([{ state: 'ok' }]);
    }
    expect(of('clocks')).toMatchObject([{ state: 'ok' }, { state: 'ok' }]);
  });

  it('names a stalled job with the command that shows it, until it goes on', async () => {
    const { id, heal } = await stallImport(engine);
    const found = await vi.waitFor(async () => {
      const report = await examine();
      expect(report.of('jobs')).toHaveLength(2);
      return report;
    }, PATIENCE);
    expect(found.code).toBe(1);
    expect(found.of('jobs')[1]).toEqual({
      ...{ check: 'jobs', state: 'wrong', text: `Job ${id} is stalled: it needs an operator.` },
      remedy: `npx sluice job ${id}`,
    });
    await heal();
    await engine.temporal.workflow.getHandle(`subscriber-import/${id}`).signal('retry');
    await untilEnded(engine, id);
  });

  it('names a session that holds up a job, with the command that frees it', async () => {
    const { id, heal } = await stallImport(engine);
    await heal();
    const holder = await engine.pool.connect();
    await holder.query('begin');
    await holder.query('lock table subscribers in share mode');
    await engine.temporal.workflow.getHandle(`subscriber-import/${id}`).signal('retry');
    await vi.waitFor(async () => {
      expect((await examine()).of('locks')).toMatchObject([
        {
          state: 'warning',
          text: expect.stringContaining(`Job ${id} has waited`),
          remedy: `npx sluice job ${id} unblock`,
        },
      ]);
    }, PATIENCE);
    await holder.query('commit');
    holder.release();
    await untilEnded(engine, id);
  });

  it('names a Temporal that does not answer, and examines the rest', async () => {
    const { code, of } = await examine({ TEMPORAL_ADDRESS: '127.0.0.1:1' });
    expect(code).toBe(1);
    expect(of('temporal')).toMatchObject([{ state: 'wrong', text: 'Temporal does not answer.' }]);
    expect(of('schema')).toMatchObject([{ state: 'ok' }]);
  });

  it('names a Redis and a bucket that do not answer', async () => {
    const { code, of } = await examine({
      REDIS_URL: 'redis://127.0.0.1:1',
      ...{ S3_BUCKET: 'files', S3_ENDPOINT: 'http://127.0.0.1:1' },
      ...{ AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' },
    });
    expect(code).toBe(1);
    expect(of('redis')).toMatchObject([{ state: 'warning', remedy: expect.stringContaining('REDIS_URL') }]);
    expect(of('bucket')).toMatchObject([{ state: 'wrong', remedy: expect.stringContaining('S3_ENDPOINT') }]);
    expect((await examine()).findings.filter(({ check }) => check === 'redis' || check === 'bucket')).toEqual([]);
  });

  it('names a provider of the single sign-on that does not answer, or is another one', async () => {
    const provider = await startOidcProvider('https://mail.example.com/console/single-sign-on', {});
    const { issuer, clientId, clientSecret } = provider.settings;
    const findings = async (address: string) => {
      const oidc = { OIDC_ISSUER: address, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
      return (await examine({ ...oidc, PUBLIC_URL: 'https://mail.example.com' })).of('single sign-on');
    };
    expect(await findings(issuer)).toMatchObject([{ state: 'ok' }]);
    expect(await findings(issuer.replace('127.0.0.1', 'localhost'))).toMatchObject([
      { state: 'wrong', text: expect.stringContaining('names another issuer') },
    ]);
    await provider.stop();
    const [finding] = await findings(issuer);
    expect(finding).toMatchObject({ state: 'wrong', text: expect.stringContaining('does not answer') });
    expect(finding?.text).not.toContain('127.0.0.1');
  });

  it('names a mail server that does not greet, or refuses the login', async () => {
    const server = await startSmtpServer();
    const mail = async (url: string) => (await examine({ SMTP_URL: url })).of('mail');
    expect(await mail(server.url)).toMatchObject([{ state: 'ok' }]);
    expect(await mail(server.url.replace('p%40ss', 'wrong'))).toMatchObject([
      { state: 'wrong', text: expect.stringContaining('refuses the login') },
    ]);
    await server.stop();
    const [finding] = await mail(server.url);
    expect(finding).toMatchObject({ state: 'wrong', remedy: 'Start the mail server, or correct SMTP_URL.' });
    expect(finding?.text).not.toContain('127.0.0.1');
    expect((await examine()).of('mail')).toEqual([]);
  });

  it('names a database of another installation', async () => {
    await engine.pool.query(`update installation set temporal_namespace_id = 'another'`);
    const { of } = await examine();
    expect(of('installation')).toMatchObject([{ state: 'wrong', remedy: 'npx sluice installation' }]);
    const { rows } = await engine.pool.query('select temporal_namespace from installation');
    const { namespaceInfo } = await engine.temporal.workflowService.describeNamespace({
      namespace: rows[0].temporal_namespace,
    });
    await engine.pool.query('update installation set temporal_namespace_id = $1', [namespaceInfo?.id]);
  });

  it('names a maintenance that was ended', async () => {
    await engine.stopWorker();
    await engine.temporal.workflow.getHandle(engine.temporal.names.maintenance).terminate();
    expect((await examine()).of('maintenance')).toMatchObject([{ state: 'wrong' }]);
    await engine.startWorker();
  });
});
