import { AsyncLocalStorage } from 'node:async_hooks';

const holding = new AsyncLocalStorage<object>();

/** Runs work that holds a connection of the pool, such as a transaction. */
export function whileHeld<Result>(pool: object, work: () => Promise<Result>): Promise<Result> {
  return holding.run(pool, work);
}

/** Whether the present work is part of work that holds a connection of the pool. */
export function isHeldOf(pool: object): boolean {
  return holding.getStore() === pool;
}
