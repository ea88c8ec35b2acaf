import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { JOB_KINDS, LIST_JOB_KINDS } from '../../../engine/job-kinds/index.ts';
import type { JobKind } from '../../../engine/job-kinds/job-kind.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Files that name a kind for another reason than to treat its jobs apart. */
const REASONS: Readonly<Record<string, string>> = {
  'engine/job-kinds/index.ts': 'the list of kinds',
  'workflows/index.ts': 'the list of workflows',
  'workflows/messages.ts': 'a list deletion may send a command',
  'workflows/last-command.ts': 'a list deletion may send a command',
  'engine/cli/sender-name.ts': 'a list deletion may send a command',
  'engine/activities/restart-import.ts': 'an activity of imports',
  'engine/cli/demo.ts': 'it shows an import',
  'engine/cli/verbs/webhooks.ts': 'the endpoint in the body of a call',
  'engine/webhooks/secret.ts': 'the record to which a secret belongs',
};

describe('a kind of job', () => {
  it.each(JOB_KINDS)('is named in its own files and in the list of kinds only: $name', (kind) => {
    const names = [kind.name, kind.workflowType, kind.idPrefix].map((name) => new RegExp(`['"\`/]${name}\\b`));
    const found = sources().filter((path) => !isOwn(path, kind.idPrefix) && !(path in REASONS));
    const naming = found.filter((path) => {
      const text = withoutImports(readFileSync(join(ROOT, path), 'utf8'));
      return names.some((name) => name.test(text));
    });
    expect(naming).toEqual([]);
  });

  it('is shown to clients if its jobs work on a mailing list', () => {
    expect(LIST_JOB_KINDS.map(({ name }) => name)).toEqual(['subscriber_import', 'list_deletion', 'subscriber_export']);
    const shown = new Set<JobKind>(LIST_JOB_KINDS);
    expect(JOB_KINDS.filter((kind) => !shown.has(kind)).map(({ name }) => name)).toEqual(['webhook_endpoint']);
  });

  it('has names that no other kind has', () => {
    for (const names of [
      JOB_KINDS.map(({ name }) => name),
      JOB_KINDS.map(({ workflowType }) => workflowType),
      JOB_KINDS.map(({ idPrefix }) => idPrefix),
    ]) {
      expect(new Set(names).size).toBe(JOB_KINDS.length);
    }
    expect(JOB_KINDS.filter(({ isNamedByNumber }) => isNamedByNumber === true).length).toBeLessThan(2);
  });
});

/** Files of a kind carry its name. */
function isOwn(path: string, idPrefix: string): boolean {
  return path.includes(idPrefix);
}

function withoutImports(text: string): string {
  return text.replaceAll(/^(?:import|export) [^;]* from '[^']*';$/gm, '');
}

function sources(): string[] {
  return ['api', 'engine', 'machines', 'workflows'].flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${room}/${name}`),
  );
}
