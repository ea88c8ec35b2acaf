import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { twinKey } from '../../../engine/values/subscriber-key.ts';
import type { TestEngine } from '../../support/engine.ts';
import { startTestEngine } from '../../support/engine.ts';
import { createImport, emailsOf, succeed, untilEnded } from '../../support/imports.ts';
import { createReactingList, createReactingListByNumber, reactingIn } from '../../support/reactions.ts';
import { suppress, untilSuppressed } from '../../support/suppressions.ts';

const ASCII = 'xn--mller-kva.example';
const spellingsOf = (name: string) => [
  `${name}@${ASCII}`,
  `${name}@müller.example`,
  `${name}@MÜLLER.example`,
  `${name}@mu\u0308ller.example`,
];
const SUPPRESSED = ['called', 'coded', 'imported', 'listed'].flatMap(spellingsOf);
const FREE = ['called@muller.example', 'free@müller.example', `free@${ASCII}`];
/** So many that the import has several ranges. */
const OTHERS = Array.from({ length: 6_000 }, (_, i) => `p${i}@example.com`);

describe('an international address that is suppressed by either spelling', () => {
  let engine: TestEngine;
  let lists = 0;
  beforeAll(async () => {
    engine = await startTestEngine({ RANGE_BYTES: '16384' });
    for (const email of ['called@müller.example', `coded@${ASCII}`])
      succeed(await engine.call('POST', '/suppressed_addresses', { suppressed_address: { email } }));
    const csv = `email\nx@example.org\nIMPORTED@MÜLLER.example\nimported@müller.example\nlisted@${ASCII}\n`;
    await untilSuppressed(engine, await suppress(engine, csv));
  });
  afterAll(() => engine.stop());

  const newListByNumber = () => createReactingListByNumber(engine, `By number ${++lists}`);

  it.each([
    ['LLED@MÜL', ['called@müller.example']],
    ['led@xn--MLLER', ['called@müller.example']],
    ['Coded@mu\u0308ller', [`coded@${ASCII}`]],
    ['imported', ['IMPORTED@MÜLLER.example']],
    ['%', []],
    ['muller', []],
  ])('is found by %s, a part of either spelling in any case', async (search, found) => {
    const { data } = succeed(await engine.call('GET', `/suppressed_addresses?search=${encodeURIComponent(search)}`));
    expect((data as { email: string }[]).map(({ email }) => email).sort()).toEqual([...found].sort());
  });

  it.each([
    ['small', FREE],
    ['large', [...FREE, ...OTHERS]],
  ])('is known to a %s import into a list with an alternate primary key', async (_, free) => {
    const csv = `Number,email\n${[...SUPPRESSED, ...free].map((email, i) => `${i},${email}\n`).join('')}`;
    const list = await newListByNumber();
    const ended = async (settings: Record<string, unknown>) =>
      untilEnded(
        engine,
        await createImport(engine, list, csv, {
          column_mapping: ['Number', 'email'],
          autoresponders: { subscription: { trigger: true, also_trigger_on_updated_subscribers: true } },
          ...settings,
        }),
      );
    expect(await ended({ skip_suppressed: true })).toMatchObject({
      state: 'finished',
      stats: { suppressed: SUPPRESSED.length, subscribers: { failed: SUPPRESSED.length, added: free.length } },
    });
    expect((await emailsOf(engine, list)).sort()).toEqual([...free].sort());
    const { stats } = await ended({ overwrite: true });
    expect(stats).toMatchObject({ suppressed: SUPPRESSED.length, subscribers: { added: SUPPRESSED.length } });
    expect([...new Set(await reactingIn(engine, list))].sort()).toEqual([...free].sort());
  });

  it('gets no reactions from a call that adds it to such a list', async () => {
    const list = await newListByNumber();
    for (const [i, email] of [...SUPPRESSED, ...FREE].entries()) {
      const subscriber = { email, status: 'active', custom_fields: { Number: String(i) } };
      succeed(await engine.call('POST', `/mailing_lists/${list}/subscribers`, { subscriber }));
    }
    expect((await reactingIn(engine, list)).sort()).toEqual([...FREE].sort());
  });

  it('gets none as a twin, whose key ends with its id', async () => {
    const list = await createReactingList(engine, 'Twins');
    for (const name of ['called', 'listed', 'free']) {
      const { rows } = await engine.pool.query<{ id: number }>(
        `insert into subscribers (mailing_list_id, key, email, status) values ($1, $2, $3, 'active') returning id`,
        [list, name, `${name}@müller.example`],
      );
      const id = rows[0]?.id ?? 0;
      await engine.pool.query('update subscribers set key = $2 where id = $1', [id, twinKey(`${name}@${ASCII}`, id)]);
      const changed = { subscriber: { status: 'active', run_autoresponders: true } };
      succeed(await engine.call('PUT', `/mailing_lists/${list}/subscribers/${id}`, changed));
    }
    expect(await reactingIn(engine, list)).toEqual(['free@müller.example']);
  });
});
