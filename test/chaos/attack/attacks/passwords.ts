import type { Attack } from '../attack.ts';

/** Hashing a password is slow on purpose. */
export const passwords: Attack = {
  name: 'passwords',
  title: '200 concurrent password changes, of one user and of many',
  play: async ({ call, random, size }) => {
    const userOf = (name: string) => ({
      full_name: name,
      email: `${name}@example.com`,
      active: true,
      role: 'standard',
      password1: 'correct horse',
      password2: 'correct horse',
    });
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) {
      const { text } = await call('POST', '/users', { user: userOf(`user${i}${random.int(1, 1e6)}`) });
      const id = /"data":\{"id":(\d+)/.exec(text)?.[1];
      if (id !== undefined) ids.push(Number(id));
    }
    const many = size === 'full' ? 200 : 60;
    const change = (i: number) => {
      const password = `battery staple ${i}`;
      return call('PUT', `/users/${ids[i % ids.length] ?? 1}`, { user: { password1: password, password2: password } });
    };
    await Promise.all(Array.from({ length: many }, (_, i) => change(i)));
    await Promise.all(Array.from({ length: many }, (_, i) => call('POST', '/users', { user: userOf(`new${i}`) })));
  },
};
