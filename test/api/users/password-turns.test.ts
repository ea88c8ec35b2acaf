import { expect, it } from 'vitest';
import { build } from '../support/build.ts';

it('passwords are hashed before the user is locked, a few at a time and of each organization in turn', async () => {
  const api = await build();
  const [many, one] = [await api.addOrganization(), await api.addOrganization()];
  const user = (email: string) => ({
    ...{ full_name: 'Ann', email, active: true, role: 'standard' },
    ...{ password1: 'correct horse', password2: 'correct horse' },
  });
  const create = (email: string, key: string) => api.call<{ id: number }>('POST', '/users', { user: user(email) }, key);
  const { data: first } = await create('first@example.com', many.key);
  const order: string[] = [];

  const changes = Array.from({ length: 18 }, async () => {
    const answer = await api.call('PUT', `/users/${first.id}`, { user: user('first@example.com') }, many.key);
    order.push('many');
    return answer;
  });
  const other = create('other@example.com', one.key).then((answer) => {
    order.push('one');
    return answer;
  });

  expect(await other).toMatchObject({ success: true });
  for (const change of changes) expect(await change).toMatchObject({ success: true });
  expect(order.indexOf('one')).toBeLessThan(9);
});
