import fastify from 'fastify';
import { expect, it } from 'vitest';
import underWay from '../../../api/plugins/app/under-way.ts';

it('calls are noted by the pattern of their route while they are under way', async () => {
  const notes: string[] = [];
  const app = fastify();
  await app.register(underWay as never, {
    underWay: (name: string) => {
      notes.push(`begin ${name}`);
      return () => void notes.push(`end ${name}`);
    },
  });
  app.get('/slow/:id', () => Promise.resolve(notes.push('answer')));
  await app.inject({ method: 'GET', url: '/slow/ann@example.com' });
  await expect.poll(() => notes).toEqual(['begin GET /slow/:id', 'answer', 'end GET /slow/:id']);
  await app.close();
});
