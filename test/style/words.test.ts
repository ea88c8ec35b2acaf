import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Words that readers stumbled over, and what to write instead: in documents and source. */
const RETIRED: Readonly<Record<string, string>> = {
  anew: 'again',
  beside: 'next to, during, in addition to',
  whoever: 'the client, the operator, the caller',
  somebody: 'an operator, a client, another session',
  nobody: 'no worker, no subscriber, no call',
  mend: 'repair, fix',
  mended: 'repaired, fixed',
  meanwhile: 'while …, since, at the same time',
  'as ever': 'as before',
  'as well as ever': 'as before',
  'held up': 'stuck (blocked from outside), stalled (needs an operator)',
  unwell: 'unhealthy',
  'go behind': 'have a lower priority than',
  'gone on': 'continued',
  'as many as it likes': 'unlimited',
  'has those': 'lets the callers',
  'tell whether': 'report whether, check whether',
  'who goes first': 'priorities',
  'wait in line': 'queue',
  'lets go': 'releases',
  'what is told': 'the cause that is sent',
  'nothing is to be done': 'running normally',
  belongings: 'dependent rows',
  turnstile: 'list lock',
  turnstiles: 'list locks',
  neighbour: 'key-range chunk',
  neighbouring: 'of one key range',
  knock: 'connect, send a request',
  dirt: 'errors',
  dear: 'expensive, slow',
  heal: 'recover',
  unhindered: 'without a limit',
  whichever: 'any',
  neighbours: 'key-range chunks',
  'well again': 'healthy again',
  'breaks off': 'is interrupted',
  sweeps: 'maintenance (workflow), reconcile (rows and workflows), purge (expired data)',
  'what it is at': 'its current step',
  'hears?': 'called with, reads, receives',
  blow: 'fault',
  'for (?:its|their) turns?': 'for a slot',
  '(?:paused by|past) (?:a|the) guard': 'limit (of an import); a guard is of a state machine',
  blows: 'faults',
};

/** Words that documents do without already; a word moves to the list above when the source does without it, too. */
const RETIRED_IN_DOCUMENTS: Readonly<Record<string, string>> = {
  surroundings: 'context',
  'a guard': 'a limit (of an import)',
  housekeeping: 'maintenance (workflow), reconcile (rows and workflows), purge (expired data)',
  swept: 'purged, reconciled, read page by page',
  lane: 'concurrency limit',
  lanes: 'concurrency limit',
  pieces: 'tasks (work), blocks (bytes)',
  deal: 'partition',
  dealt: 'assigned to a chunk',
  person: 'operator, client',
  anybody: 'any client, any operator',
  everybody: 'all organizations, all clients',
  'the world': 'dependencies',
  'tells whether': 'returns true when',
  'broke off': 'was interrupted',
  'goes on': 'continues',
  'go on': 'continue',
  'goes first': 'has priority',
  'stands behind': 'follows, is after',
  'looks at': 'reads, checks',
  'looked at': 'read, checked',
  'side by side': 'concurrently, at the same time',
  asks: 'requests, queries, polls',
  asked: 'requested, queried',
  tell: 'send, report',
  told: 'sent, notified',
  trouble: 'fault',
  troubles: 'faults',
  spare: 'save',
  spares: 'saves',
};

/** Commands of a clone alone. Messages name those that work in the installed package, too. */
const RETIRED_IN_SOURCES: Readonly<Record<string, string>> = {
  'npm start': 'npx sluice start',
  'npm run (?:api|demo|ftp|worker)': 'npx sluice …',
  'npm run db:migrate': 'npx sluice migrate',
};

const DOCUMENTS = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', '.env.example'],
  ...filesBelow('docs', '.md'),
];
const SOURCES = [
  ...['api', 'console', 'engine', 'machines', 'workflows'].flatMap((folder) => filesBelow(folder, '.ts')),
  ...filesBelow('console', '.tsx'),
];

describe('a retired word', () => {
  it.each(Object.entries(RETIRED))('is not used: "%s" (write: %s)', (word) => {
    expect(linesWith(word, [...DOCUMENTS, ...SOURCES])).toEqual([]);
  });

  it.each(Object.entries(RETIRED_IN_DOCUMENTS))('is not used in documents: "%s" (write: %s)', (word) => {
    expect(linesWith(word, DOCUMENTS)).toEqual([]);
  });

  it.each(Object.entries(RETIRED_IN_SOURCES))('is not used in source: "%s" (write: %s)', (word) => {
    expect(linesWith(word, SOURCES)).toEqual([]);
  });
});

function linesWith(word: string, paths: readonly string[]): string[] {
  const pattern = new RegExp(`\\b${word}\\b`, 'i');
  return paths.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : [])),
  );
}

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);
}
