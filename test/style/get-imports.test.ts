import { expect, it } from 'vitest';
import { runtimeImports } from '../support/runtime-imports.ts';

it('the routes load no machine: they send commands to workflows', () => {
  const loaded = [...runtimeImports('api/routes.ts')];
  expect(loaded).toContain('api/http/route.ts');
  expect(loaded.filter((name) => name === 'xstate' || name.startsWith('machines/'))).toEqual([]);
});
