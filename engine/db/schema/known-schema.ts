import { readMigrations } from './migration.ts';
import type { Migration } from './migration.ts';

/** The schema that this version of the code has migrations for. */
export interface KnownSchema {
  /** The version of the last migration. */
  readonly newest: number;
  /** The oldest version of a schema whose code continues with the newest one. */
  readonly servesFrom: number;
}

/** The schema after some migrations, by default after all of this version. */
export function knownSchema(migrations: readonly Migration[] = readMigrations()): KnownSchema {
  return {
    newest: migrations.at(-1)?.version ?? 0,
    servesFrom: Math.max(0, ...migrations.map(({ servesFrom }) => servesFrom ?? 0)),
  };
}
