import { expect, it } from 'vitest';
import { readMigrations } from '../../engine/db/schema/migration.ts';

it('each migration has a number of its own', () => {
  const versions = readMigrations().map(({ version }) => version);
  expect(versions.filter((version, at) => versions.indexOf(version) !== at)).toEqual([]);
});
