import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { build } from '../../api/support/build.ts';
import type { TestApi } from '../../api/support/build.ts';
import { addList } from '../../api/support/import-rows.ts';
import { runSluice } from '../../support/sluice.ts';

describe('npx sluice rules', () => {
  let api: TestApi;
  let settings: Record<string, string>;
  beforeAll(async () => {
    api = await build();
    settings = { SLUICE_URL: await api.app.listen({ host: '127.0.0.1', port: 0 }), SLUICE_API_KEY: api.admin };
  });
  const run = (...args: (string | number)[]) => runSluice(args.map(String), settings);

  it('are saved under a name, listed and deleted', async () => {
    expect((await run('rules')).stderr).toContain('No rules are saved. To save some: npx sluice rules:save NAME');
    const saved = await run('rules:save', 'Shop', '--rule', 'status:values:Left=unsubscribed');
    expect(saved).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\n$/), stderr: '' });
    const rules = ['--rule', 'status:values:Perhaps=active', '--rule', 'Birthday:date_format=dmy'];
    expect(await run('rules:save', 'SHOP', ...rules)).toEqual(saved);
    expect((await run('rules')).stdout).toBe(`${saved.stdout.trim()}  Shop  status, Birthday\n`);

    expect(await run('rules:delete', 'shop')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await run('rules:delete', 'shop')).toMatchObject({
      ...{ code: 1, stderr: 'No saved rules have the name or id shop. To list them: npx sluice rules\n' },
    });
    expect((await run('rules:save', 'Shop')).stderr).toContain('It needs a --rule, for example');
  });

  it('are used by an import, which then knows words of consent', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-test-rules-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'people.csv');
    await writeFile(
      file,
      'Email,State\nann@example.com,Perhaps\nbob@example.com,Unsubscribed\ncid@example.com,Subscribed\n',
    );
    const list = ['--list', await addList(api)];
    await run('rules:save', 'Fair', '--rule', 'status:values:Perhaps=active');
    expect((await run('import', file, ...list, '--map', 'auto')).stderr).toContain('"Perhaps"');

    const values = { perhaps: 'active', unsubscribed: 'unsubscribed', subscribed: 'active' };
    for (const others of [
      ['--map', 'auto'],
      ['--map', 'Email=email', '--map', 'State=status'],
    ]) {
      const created = await run('import', file, ...list, '--rules', 'fair', ...others);
      expect(created).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Perhaps') });
      const { data } = await api.call<any>('GET', `/subscriber_imports/${created.stdout.trim()}`);
      expect(data.column_mapping).toEqual(['email', 'status']);
      const { Perhaps: perhaps, ...known } = data.column_rules[1].values;
      expect({ perhaps, ...known }).toEqual(values);
    }
    expect((await run('import', file, ...list, '--rules', 'nobody')).stderr).toContain(
      'Column_rule_set is not a set of column rules of the organization: nobody',
    );
  });
});
