import type { TestEngine } from '../../support/engine.ts';
import { createCredential, hashCredential } from '../../../engine/secrets/credential.ts';

/** Adds an organization with a key. @returns the same engine, called by that organization */
export async function addTenant(engine: TestEngine, name: string): Promise<TestEngine & { organizationId: number }> {
  const { rows } = await engine.pool.query<{ id: number }>(
    'insert into organizations (name) values ($1) returning id',
    [name],
  );
  const organizationId = rows[0]?.id ?? 0;
  const key = createCredential(organizationId);
  await engine.pool.query(
    `insert into api_keys (organization_id, name, role, credential_hash) values ($1, 'test', 'organization_admin', $2)`,
    [organizationId, hashCredential(key)],
  );
  const send: TestEngine['send'] = (method, path, body) =>
    engine.app.inject({
      method,
      url: `/ga/api/v2${path}`,
      headers: { authorization: `Basic ${key}` },
      ...(body === undefined ? {} : { payload: body as object }),
    });
  return {
    ...engine,
    organizationId,
    apiKey: key,
    send,
    call: async (...sent) => (await send(...sent)).json(),
  };
}
