import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../../support/engine.ts';
import { startTestEngine } from '../../support/engine.ts';
import { createImport, succeed, untilEnded } from '../../support/imports.ts';
import { createReactingList, createReactingListByNumber, reactingIn } from '../../support/reactions.ts';
import { suppressedAddresses } from '../../support/suppressions.ts';

const TRIGGERED = { autoresponders: { subscription: { trigger: true, also_trigger_on_updated_subscribers: true } } };

describe('a suppressed address', () => {
  let engine: TestEngine;
  let lists = 0;
  beforeAll(async () => {
    engine = await startTestEngine();
    for (const email of ['Sup@Example.com', 'sup@bücher.example'])
      succeed(await engine.call('POST', '/suppressed_addresses', { suppressed_address: { email } }));
  });
  afterAll(() => engine.stop());

  it('gets no reactions from an import that adds or updates its subscriber', async () => {
    const list = await createReactingList(engine, `Reacting ${++lists}`);
    const csv = 'email\nann@example.com\nsup@example.com\nsup@xn--bcher-kva.example\nSUP@BÜCHER.example\n';
    for (const round of [1, 2]) {
      const id = await createImport(engine, list, csv, { ...TRIGGERED, overwrite: true });
      expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
      expect(await reactingIn(engine, list)).toEqual(Array.from({ length: round }, () => 'ann@example.com'));
    }
  });

  it('gets none on a list with an alternate primary key, whose keys are no addresses', async () => {
    const list = await createReactingListByNumber(engine, 'By number');
    const csv = 'Number,email\nsup@example.com,ann@example.com\n2,SUP@example.com\n';
    const id = await createImport(engine, list, csv, { ...TRIGGERED, column_mapping: ['Number', 'email'] });
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished', stats: { subscribers: { added: 2 } } });
    expect(await reactingIn(engine, list)).toEqual(['ann@example.com']);
  });

  it('gets none from a call that adds its subscriber, until it is removed', async () => {
    const list = await createReactingList(engine, `Reacting ${++lists}`);
    await add(list, 'sup@example.com');
    await add(list, 'bob@example.com');
    expect(await reactingIn(engine, list)).toEqual(['bob@example.com']);
    expect(await suppressedAddresses(engine)).toEqual(['Sup@Example.com', 'sup@bücher.example']);
    succeed(await engine.call('DELETE', '/suppressed_addresses/SUP%40example.com'));
    expect((await engine.call('DELETE', '/suppressed_addresses/sup%40example.com')).error_code).toBe('not_found');
    const other = await createReactingList(engine, `Reacting ${++lists}`);
    await add(other, 'sup@example.com');
    expect(await reactingIn(engine, other)).toEqual(['sup@example.com']);
  });

  const add = async (list: number, email: string) =>
    succeed(
      await engine.call('POST', `/mailing_lists/${list}/subscribers`, { subscriber: { email, status: 'active' } }),
    );
});
