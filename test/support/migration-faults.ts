import { effectsOf } from '../../engine/db/schema/effects.ts';
import type { Effect } from '../../engine/db/schema/effects.ts';
import type { Migration } from '../../engine/db/schema/migration.ts';
import { DEPENDENT_TABLES } from '../../engine/db/subscribers/delete-subscriber-pages.ts';

/** Tables with rows per subscriber. */
const LARGE: readonly string[] = ['subscribers', 'pending_subscribers', ...DEPENDENT_TABLES];

/** Finds what would stop calls, or an earlier version, while a migration is applied (docs/upgrade.md); a sentence each. */
export function migrationFaults(migration: Migration): readonly string[] {
  const made = migration.statements.flatMap(
    (statement) => /^create table (?:if not exists )?(\w+)/i.exec(statement)?.[1] ?? [],
  );
  return [
    ...(migration.servesFrom === migration.version ? ['It does not say which earlier versions continue.'] : []),
    ...migration.statements.flatMap((statement) => statementFaults(migration, statement, made)),
  ];
}

function statementFaults(migration: Migration, statement: string, made: readonly string[]): readonly string[] {
  const effects = effectsOf(statement);
  if (effects === null) return [`Not known: ${statement.slice(0, 60)}`];
  const faults = effects
    .filter(({ table }) => !made.includes(table))
    .flatMap((effect) => effectFaults(migration, effect));
  return [...faults, ...(migration.isOutsideTransaction ? outsideFaults(statement, effects) : [])];
}

/** Of a statement that may run again after a kill. */
function outsideFaults(statement: string, effects: readonly Effect[]): readonly string[] {
  const isRepeatable =
    /\bif (?:not )?exists\b/i.test(statement) ||
    effects.every(
      ({ work, action }) => work === 'batches' || work === 'update' || /^validate constraint\b/i.test(action),
    );
  return isRepeatable ? [] : [`It fails when it runs again: ${statement.slice(0, 60)}`];
}

function effectFaults(migration: Migration, effect: Effect): readonly string[] {
  return RULES.filter(({ isBroken }) => isBroken(effect, migration)).map(
    ({ sentence }) => `${sentence} (${effect.table}: ${effect.action})`,
  );
}

interface Rule {
  readonly sentence: string;
  readonly isBroken: (effect: Effect, migration: Migration) => boolean;
}

const isLarge = ({ table }: Effect) => LARGE.includes(table);
/** Others wait for it: they cannot read or write the table. */
const isBlocking = ({ lock }: Effect) =>
  lock === 'access exclusive' || lock === 'share row exclusive' || lock === 'share';
const isConcurrent = ({ action }: Effect) => /\bconcurrently\b/i.test(action);

const RULES: readonly Rule[] = [
  { sentence: 'It is not known what this does', isBroken: ({ lock, work }) => lock === null || work === null },
  { sentence: 'It writes a large table again', isBroken: (effect) => isLarge(effect) && effect.work === 'rewrite' },
  {
    sentence:
      'It reads a large table under a lock: add the constraint not valid, then validate it in another migration',
    isBroken: (effect) => isLarge(effect) && effect.work === 'scan' && isBlocking(effect),
  },
  {
    sentence: 'It builds an index while calls wait: create it concurrently',
    isBroken: (effect) => isLarge(effect) && effect.work === 'index',
  },
  {
    sentence: 'It changes a large table in one transaction: use batches',
    isBroken: (effect) => isLarge(effect) && effect.work === 'update',
  },
  {
    sentence: 'It adds a foreign key that is checked at once: add it not valid, then validate it',
    isBroken: ({ action, work }) => work === 'scan' && /\b(?:references|foreign key)\b/i.test(action),
  },
  {
    sentence: 'Earlier versions cannot insert rows: the column needs a default',
    isBroken: ({ action }) =>
      /^add column\b/i.test(action) && /\bnot null\b/i.test(action) && !/\b(?:default|generated)\b/i.test(action),
  },
  {
    sentence: 'It takes something away and is not marked as contract',
    isBroken: ({ action }, { isContract }) =>
      !isContract && /^(?:drop (?:column|table)|rename|alter column \w+ (?:set data )?type)\b/i.test(action),
  },
  {
    sentence: 'It has to run outside a transaction',
    isBroken: (effect, { isOutsideTransaction }) =>
      !isOutsideTransaction && (isConcurrent(effect) || effect.work === 'batches'),
  },
];
