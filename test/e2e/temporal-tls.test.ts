import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, emailsOf, untilEnded } from '../support/imports.ts';
import { createNamespace } from '../support/namespaces.ts';
import { runSluice } from '../support/sluice.ts';
import { createCertificates, startTlsFront } from '../support/tls-front.ts';
import type { TestCertificates, TlsFront } from '../support/tls-front.ts';

const NAMESPACE = 'encrypted';
const SERVER_NAME = 'temporal.test';

describe('a Temporal server that requires client certificates', () => {
  let certificates: TestCertificates;
  let front: TlsFront;
  let engine: TestEngine;
  beforeAll(async () => {
    const { address } = inject('temporal');
    const { client } = await createNamespace(address, NAMESPACE);
    await client.connection.close();
    certificates = createCertificates(SERVER_NAME);
    front = await startTlsFront(address, certificates);
    engine = await startTestEngine({
      TEMPORAL_ADDRESS: front.address,
      TEMPORAL_NAMESPACE: NAMESPACE,
      TEMPORAL_TLS_CLIENT_CERT_PATH: certificates.client.cert,
      TEMPORAL_TLS_CLIENT_KEY_PATH: certificates.client.key,
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: certificates.authority,
      TEMPORAL_TLS_SERVER_NAME: SERVER_NAME,
    });
  });
  afterAll(async () => {
    await engine?.stop();
    await front?.stop();
    certificates?.remove();
  });

  it('is reached by API and worker', async () => {
    const list = await createList(engine, 'Encrypted');
    const id = await createImport(engine, list, 'email\nann@example.com\n');
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
    expect(await emailsOf(engine, list)).toEqual(['ann@example.com']);
  });

  it('is reached by the command line with a profile of a temporal.toml', async () => {
    const { client, authority } = certificates;
    const file = join(engine.config.dataDir, 'temporal.toml');
    await writeFile(
      file,
      `[profile.production]
address = "${front.address}"
namespace = "${NAMESPACE}"
[profile.production.tls]
client_cert_path = "${client.cert}"
client_key_path = "${client.key}"
server_ca_cert_path = "${authority}"
server_name = "${SERVER_NAME}"
`,
    );
    const profile = { TEMPORAL_CONFIG_FILE: file, TEMPORAL_PROFILE: 'production' };
    expect(await sluice(profile)).toEqual({ code: 0, stdout: 'No jobs found.\n', stderr: '' });
    expect(await sluice({ ...profile, TEMPORAL_PROFILE: 'staging' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Profile 'staging' not found`),
    });
  });

  it.each([
    ['without a client certificate', ['TEMPORAL_TLS_CLIENT_CERT_PATH', 'TEMPORAL_TLS_CLIENT_KEY_PATH']],
    ['without the name in its certificate', ['TEMPORAL_TLS_SERVER_NAME']],
    ['without the authority of its certificate', ['TEMPORAL_TLS_SERVER_CA_CERT_PATH']],
  ])('is not reached %s', async (_, missing) => {
    const settings = Object.entries(complete()).filter(([name]) => !missing.includes(name));
    const { code, stderr } = await sluice(Object.fromEntries(settings));
    expect(code).toBe(1);
    expect(stderr).toContain(`The Temporal server at ${front.address} does not answer: `);
  });

  it('is not reached with a certificate that cannot be read, and the file is named', async () => {
    const { code, stderr } = await sluice({ ...complete(), TEMPORAL_TLS_CLIENT_CERT_PATH: '/missing.pem' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/The client certificate for Temporal cannot be read: ENOENT.*\/missing\.pem/);
  });

  function complete(): Record<string, string> {
    return {
      TEMPORAL_ADDRESS: front.address,
      TEMPORAL_NAMESPACE: NAMESPACE,
      TEMPORAL_TLS: 'true',
      TEMPORAL_TLS_CLIENT_CERT_PATH: certificates.client.cert,
      TEMPORAL_TLS_CLIENT_KEY_PATH: certificates.client.key,
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: certificates.authority,
      TEMPORAL_TLS_SERVER_NAME: SERVER_NAME,
    };
  }

  const sluice = (settings: Record<string, string>) =>
    runSluice(['jobs'], {
      DATABASE_URL: engine.config.databaseUrl ?? '',
      DATA_DIR: engine.config.dataDir,
      ...settings,
    });
});
