import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { splitStatements } from './statements.ts';

/** A file of the folder of migrations. */
export interface Migration {
  readonly version: number;
  /** As in the file's name: `new-options`. */
  readonly name: string;
  /** Of the text with `\n` as line end: Git may check the file out with another one. */
  readonly md5: string;
  /** Summary of its effect: its comments before the first statement, without those that declare something. */
  readonly description: string;
  readonly statements: readonly string[];
  /** The oldest version of a schema whose code continues with this one; null: it takes nothing away, every earlier version does. */
  readonly servesFrom: number | null;
  /** Its statements run one by one: each is a transaction of its own, and harmless when it runs again. */
  readonly isOutsideTransaction: boolean;
  /** It takes something away that the version before does not use any more. */
  readonly isContract: boolean;
}

/** The folder of the migrations, `<version>.do.<name>.sql`. */
const MIGRATIONS_DIR = fileURLToPath(new URL('../migrations', import.meta.url));

/** Lines of a migration that declare something. */
const SERVES_EARLIER = /^-- Earlier versions continue with this schema\.$/m;
const SERVES_FROM = /^-- Versions from schema (\d+) on continue with this schema\.$/m;
const OUTSIDE = /^-- Runs outside a transaction\.$/m;
const CONTRACT = /^-- Contract\.$/m;

let own: readonly Migration[] | undefined;

/** Reads the migrations of a folder, by default those of this version, in the order of their versions. */
export function readMigrations(folder?: string): readonly Migration[] {
  return folder === undefined ? (own ??= readFolder(MIGRATIONS_DIR)) : readFolder(folder);
}

function readFolder(folder: string): readonly Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d+\.do\..*\.sql$/.test(name))
    .map((name) => parseMigration(name, readFileSync(join(folder, name), 'utf8')))
    .sort((one, other) => one.version - other.version);
}

/** Reads a migration from the name of its file and its text. */
export function parseMigration(fileName: string, sent: string): Migration {
  const text = sent.replace(/\r\n?/g, '\n');
  const [version = '', , name = ''] = fileName.split('.');
  return {
    version: Number(version),
    name,
    md5: createHash('md5').update(text).digest('hex'),
    description: describe(text),
    statements: splitStatements(text),
    servesFrom: servesFrom(text, Number(version)),
    isOutsideTransaction: OUTSIDE.test(text),
    isContract: CONTRACT.test(text),
  };
}

function servesFrom(text: string, version: number): number | null {
  if (SERVES_EARLIER.test(text)) return null;
  const from = SERVES_FROM.exec(text)?.[1];
  return from === undefined ? version : Number(from);
}

function describe(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('--'));
  return lines
    .slice(0, first === -1 ? undefined : first)
    .filter((line) => ![SERVES_EARLIER, SERVES_FROM, OUTSIDE, CONTRACT].some((declaration) => declaration.test(line)))
    .map((line) => line.replace(/^--\s*/, '').trim())
    .filter((line) => line !== '')
    .join(' ');
}
