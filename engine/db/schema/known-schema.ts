import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the migrations, `<version>.do.<name>.sql`. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../migrations', import.meta.url));

/** The line of a migration after which processes of earlier versions continue: it takes nothing away that they need. */
const SERVES_EARLIER = /^-- Earlier versions continue with this schema\.$/m;

/** The schema that this version of the code has migrations for. */
export interface KnownSchema {
  /** The version of the last migration. */
  readonly newest: number;
  /** The oldest version of a schema whose code continues with the newest one. */
  readonly servesFrom: number;
}

let known: KnownSchema | undefined;

/** Lists the migrations of a folder by their versions, in their order. */
export function migrationsOf(folder: string): readonly { readonly name: string; readonly version: number }[] {
  return readdirSync(folder)
    .filter((name) => /^\d+\.do\..*\.sql$/.test(name))
    .map((name) => ({ name, version: Number.parseInt(name, 10) }))
    .sort((one, other) => one.version - other.version);
}

/** Reads which schema this version of the code knows, from the migrations of a folder. */
export function knownSchema(folder?: string): KnownSchema {
  return folder === undefined ? (known ??= readFolder(MIGRATIONS_DIR)) : readFolder(folder);
}

function readFolder(folder: string): KnownSchema {
  let [newest, servesFrom] = [0, 0];
  for (const { name, version } of migrationsOf(folder)) {
    newest = version;
    if (!SERVES_EARLIER.test(readFileSync(join(folder, name), 'utf8'))) servesFrom = version;
  }
  return { newest, servesFrom };
}
