import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import type { Bound } from '../../engine/domain/bound.ts';
import { JOB_KINDS } from '../../engine/job-kinds/index.ts';
import { ATTACKS } from '../chaos/attack/attacks/index.ts';

/** The page that lists the bounds and the attacks. */
export const SECURITY_FILE = fileURLToPath(new URL('../../docs/security.md', import.meta.url));

/** Every bound by its name. */
export const ALL_BOUNDS: Readonly<Record<string, Bound>> = Object.assign(
  {},
  BOUNDS,
  ...JOB_KINDS.map(({ bounds }) => bounds),
);

/** The page with its tables as the code is; all else stays. @throws Error when the page has no place for a table */
export function withTables(page: string): string {
  return Object.entries(TABLES).reduce((text, [name, table]) => {
    const begin = `<!-- ${name}: written by \`npm run security\` -->\n`;
    const end = `<!-- end of ${name} -->`;
    const [before, rest] = text.split(begin);
    const after = rest?.split(end)[1];
    if (before === undefined || after === undefined) throw new Error(`${SECURITY_FILE} has no place for ${name}.`);
    return `${before}${begin}\n${table()}\n\n${end}${after}`;
  }, page);
}

const TABLES: Readonly<Record<string, () => string>> = { bounds: boundsTable, attacks: attacksTable };

function boundsTable(): string {
  const rows = Object.entries(ALL_BOUNDS).map(
    ([name, { max, unit, setting, beyond }]) =>
      `| ${wordsOf(name)} | ${amountOf(max, unit)} | ${setting === undefined ? '' : `\`${setting}\``} | ${beyond} |`,
  );
  return ['| bound | most | setting | beyond it |', '|---|---|---|---|', ...rows].join('\n');
}

function attacksTable(): string {
  const rows = ATTACKS.map(({ name, title }) => `| \`${name}\` | ${title} |`);
  return ['| attack | what is tried |', '|---|---|', ...rows].join('\n');
}

/** `segmentClauses` becomes "segment clauses". */
function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function amountOf(max: number, unit: string): string {
  if (unit === 'bytes' && max >= MEBIBYTE && max % MEBIBYTE === 0) return `${max / MEBIBYTE} MiB`;
  if (unit === 'bytes' && max >= KIBIBYTE && max % KIBIBYTE === 0) return `${max / KIBIBYTE} KiB`;
  if (unit === 'ms' && max >= SECOND && max % SECOND === 0) return `${(max / SECOND).toLocaleString('en')} s`;
  return `${max.toLocaleString('en')} ${unit}`;
}

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
const SECOND = 1000;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(SECURITY_FILE, withTables(readFileSync(SECURITY_FILE, 'utf8')));
}
