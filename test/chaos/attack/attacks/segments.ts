import type { Attack } from '../attack.ts';
import type { Hostile } from '../hostile/hostile.ts';

const CONTAINS = { type: 'subscriber_email', operator: 'contains' };

/** Conditions that cost a schema, a query, or the stack of Postgres. */
export const segments: Attack = {
  name: 'segments',
  title:
    'segments of 40 MB, of 900 "contains" clauses read by twelve calls at the same time, nested, and "is blank" of a field with options',
  play: async (hostile) => {
    await hugeClauses(hostile);
    await slowClauses(hostile);
    await blankOptions(hostile);
    await chainOfSegments(hostile);
  },
};

async function hugeClauses({ call, listId, size }: Hostile): Promise<void> {
  const clause = JSON.stringify({ type: 'subscriber_email', operator: 'like', value: 5 });
  const clauses = Array.from({ length: size === 'full' ? 600_000 : 50_000 }, () => clause).join(',');
  const body = (inner: string) => `{"segmentation_criteria":{"name":"Huge","clause":[${inner}]}}`;
  let deep = clause;
  for (let i = 0; i < 2_000; i++) deep = `{"type":"any","clauses":[${deep}]}`;
  const path = `/mailing_lists/${listId}/segments`;
  await Promise.all([
    call('POST', path, body(clauses)),
    call('POST', path, body(`{"type":"any","clauses":[${clauses}]}`)),
    call('POST', path, body(deep)),
  ]);
}

async function slowClauses({ call, listId, random, size }: Hostile): Promise<void> {
  const word = () => Array.from({ length: 12 }, () => random.pick([...'abcdefghijklmnopqrstuvwxyz'])).join('');
  const clauses = Array.from({ length: 900 }, () => ({ ...CONTAINS, value: word() }));
  const clause = [{ type: 'any', clauses }];
  const id = await idOf(
    call('POST', `/mailing_lists/${listId}/segments`, { segmentation_criteria: { name: 'Slow', clause } }),
  );
  if (id === null) return;
  const page = `/mailing_lists/${listId}/subscribers?segment_id=${id}`;
  await Promise.all(Array.from({ length: size === 'full' ? 12 : 4 }, () => call('GET', page)));
}

async function blankOptions({ call, listId }: Hostile): Promise<void> {
  for (const count of [70_000, 5_000]) {
    const name = `Blank ${count}`;
    const options = Array.from({ length: count }, (_, i) => ({ name: `o${i}` }));
    await call('POST', `/mailing_lists/${listId}/custom_fields`, {
      custom_field: { name, field_type: 'select_multiple_checkboxes', options },
    });
    const one = { type: 'custom_field', custom_field: { name }, operator: 'is blank' };
    const clause = Array.from({ length: 100 }, () => one);
    for (const [i, conditions] of [[one], clause].entries()) {
      const segmentation_criteria = { name: `${name} ${i}`, clause: conditions };
      const id = await idOf(call('POST', `/mailing_lists/${listId}/segments`, { segmentation_criteria }));
      if (id !== null) await call('GET', `/mailing_lists/${listId}/subscribers?segment_id=${id}`);
    }
  }
}

/** Each segment names the one before it twice, so that written out the last one has a million conditions. */
async function chainOfSegments({ call, listId }: Hostile): Promise<void> {
  let clause: object[] = [{ ...CONTAINS, value: 'x' }];
  for (let i = 0; i < 20; i++) {
    const path = `/mailing_lists/${listId}/segments`;
    const id = await idOf(call('POST', path, { segmentation_criteria: { name: `Chain ${i}`, clause } }));
    if (id === null) return;
    await call('GET', `/mailing_lists/${listId}/subscribers?segment_id=${id}`);
    clause = [1, 2].map(() => ({ type: 'in_segment', operator: 'in', segment: { id } }));
  }
}

async function idOf(reply: ReturnType<Hostile['call']>): Promise<number | null> {
  const id = /^\{"success":true,"data":\{"id":(\d+)/.exec((await reply).text)?.[1];
  return id === undefined ? null : Number(id);
}
