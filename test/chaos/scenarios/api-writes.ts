import { imbalances } from '../checks/balance.ts';
import { reportOf } from '../checks/outcome.ts';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createEmptyList, createImport, inline, THOROUGH } from '../sources/list.ts';
import { drag } from '../world/places.ts';
import type { Stage } from '../world/world.ts';

/** Error codes that a write may return during the imports; null: none. */
const ALLOWED = new Set([null, 'not_found', 'validation_failed']);

export const apiWrites: Scenario = {
  name: 'api-writes',
  title:
    'imports and API writes to the same subscribers both hold: no call errs, no value is mixed, all counts are true',
  play: async (stage) => {
    const { random, pool, figures } = stage;
    await stage.serve();
    const listId = await createEmptyList(stage);
    const release = await drag(pool, 20);
    const race = { isOn: true };
    const writers = Array.from({ length: 4 }, (_, i) => writeOn(stage, listId, i, race));
    const rounds = stage.size === 'full' ? 6 : 2;
    for (let round = 0; round < rounds; round++) {
      const file = makeCsvFile(random, { rows: 2_000, prefix: 'r', isConsistent: true });
      const deactivates = round % 2 === 0;
      const settings = {
        ...THOROUGH,
        deactivate_subscribers_not_in_import: deactivates,
        ...(!deactivates && { max_deactivated: undefined }),
      };
      const outcome = await reportOf(stage, await createImport(stage, listId, inline(file), settings));
      requireNone(outcome.detail.state === 'finished' ? [] : [`an import is ${outcome.detail.state}`]);
      requireNone(imbalances(file, outcome));
      figures.add('imports that raced API writes');
    }
    race.isOn = false;
    requireNone((await Promise.all(writers)).flat());
    await release();
    requireNone(await mixedValues(stage, listId));
  },
};

/** Adds, changes and removes subscribers of the files until the race is over. @returns what was answered amiss */
async function writeOn(stage: Stage, listId: number, writer: number, race: { isOn: boolean }): Promise<string[]> {
  const random = stage.random.fork(`writer ${writer}`);
  const amiss: string[] = [];
  while (race.isOn) {
    const at = random.int(0, 1_999);
    const email = `r${at}@example.com`;
    const path = `/mailing_lists/${listId}/subscribers`;
    const subscriber = { custom_fields: { City: `Writer ${at}`, Score: -at } };
    const [method, to, body] = random.pick([
      ['POST', path, { subscriber: { email, ...subscriber } }],
      ['PUT', `${path}/${email}`, { subscriber }],
      ['DELETE', `${path}/${email}`, undefined],
    ] as const);
    const { error_code, error_message } = await stage.api.call(method, to, body);
    if (!ALLOWED.has(error_code)) amiss.push(`${method} of a subscriber was answered ${error_code}: ${error_message}`);
    stage.figures.add(`API writes during imports: ${error_code ?? 'done'}`);
  }
  return amiss;
}

/** A subscriber has both values of a file or both of a writer. */
async function mixedValues({ pool }: Stage, listId: number): Promise<string[]> {
  const { rows } = await pool.query<{ email: string; city: string; score: string }>(
    `select email, max(v.value #>> '{}') filter (where f.name = 'City') as city,
            max(v.value #>> '{}') filter (where f.name = 'Score') as score
       from subscribers s, jsonb_each(s.custom_fields) v join custom_fields f on f.id = v.key::bigint
      where s.mailing_list_id = $1 group by email`,
    [listId],
  );
  return rows.flatMap(({ email, city, score }) => {
    const at = Number(/\d+/.exec(email)?.[0]);
    const isWhole = city === `City ${at % 9}` ? Number(score) === at : city === `Writer ${at}` && Number(score) === -at;
    return isWhole ? [] : [`${email} has the values ${city} and ${score} of two writers`];
  });
}
